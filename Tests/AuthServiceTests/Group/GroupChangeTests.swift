import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import Support
import Testing

@Suite struct `group.change` {
    private static let ward = GroupCreate.example.params.group

    /// A service with a group of the default policies, whose members may ask for codes as often as they like.
    private func fixture(_ policies: GroupPolicies = .init(group: ward), demo: Bool = false) async throws
        -> AuthServiceFixture
    {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits.perNumber = []
            $0.isDemo = demo
        }
        _ = try await fixture.callAsAdministrator(GroupCreate.self, policies)
        return fixture
    }

    @discardableResult
    private func change(_ params: GroupPolicies, on fixture: AuthServiceFixture) async throws -> GroupView {
        try await fixture.callAsAdministrator(GroupChange.self, params)
    }

    private func approval(of phone: AuthTestClient) async throws -> ApprovalStatus {
        try await phone.call(AccountMe.self, Nothing()).approval
    }

    @Test func `plays its example: only the named policies change, and the decision states them`() async throws {
        let fixture = try await AuthServiceFixture()
        let (params, example) = GroupChange.example
        #expect(try await change(params, on: fixture) == example)
        #expect(try await fixture.callAsAdministrator(GroupList.self, Nothing()).groups.first == example)
        let expected = DecisionView(
            atMs: fixture.clock.now, kind: Open(.groupChanged), group: params.group, from: "devices one, pin optional",
            to: "devices many, pin required", reason: "shared tablets")
        let listed = try await fixture.callAsAdministrator(DecisionList.self, .init(group: params.group)).decisions
        #expect(listed == [expected])
    }

    @Test func `a changed policy survives a restart, also that of a built-in group`() async throws {
        let fixture = try await AuthServiceFixture()
        try await change(GroupChange.example.params, on: fixture)
        try await fixture.auth.prepare()
        #expect(try await fixture.store.group(.sample)?.pin == .required)
    }

    @Test func `a change that changes nothing records nothing`() async throws {
        let fixture = try await AuthServiceFixture()
        for params in [GroupPolicies(group: .sample), .init(group: .sample, devices: .one, reason: "again")] {
            #expect(try await change(params, on: fixture).devices.value == .one)
        }
        #expect(try await fixture.count("group_decision") == 0)
    }

    @Test func `who waits when approval becomes automatic waits for the next login; who registers is approved at once`()
        async throws
    {
        let fixture = try await fixture(), early = fixture.client(), late = fixture.client()
        try await early.register(fixture, group: Self.ward.rawValue)
        try await change(.init(group: Self.ward, approval: .automatic), on: fixture)
        try await early.refresh()
        #expect(try await approval(of: early) == .waitingForApproval)
        try await late.register(fixture, "+33612345678", group: Self.ward.rawValue)
        #expect(try await approval(of: late) == .approvedForSyncing)
        try await early.login(fixture)
        #expect(try await approval(of: early) == .approvedForSyncing)
    }

    @Test func `who is approved stays approved when approval becomes manual`() async throws {
        let fixture = try await fixture(.init(group: Self.ward, approval: .automatic)), phone = fixture.client()
        try await phone.register(fixture, group: Self.ward.rawValue)
        try await change(.init(group: Self.ward, approval: .manual), on: fixture)
        try await phone.login(fixture)
        #expect(try await approval(of: phone) == .approvedForSyncing)
    }

    @Test func `with one device only, the next login ends the other sessions, and nothing before`() async throws {
        let fixture = try await fixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture, group: Self.ward.rawValue)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        try await change(.init(group: Self.ward, devices: .one), on: fixture)
        for device in [phone, tablet] {
            try await device.refresh()
            try await device.expectSuccess(AccountMe.self, Nothing())
        }
        try await phone.login(fixture)
        try await tablet.expectRefused(.loggedInElsewhere, AccountMe.self, Nothing())
    }

    @Test func `a PIN that becomes required is asked for at the next login, and no session is narrowed before`()
        async throws
    {
        let fixture = try await fixture(), phone = fixture.client()
        try await phone.register(fixture, group: Self.ward.rawValue)
        try await change(.init(group: Self.ward, pin: .required), on: fixture)
        try await phone.refresh()
        try await phone.expectSuccess(AccountMe.self, Nothing())
        #expect(try await phone.login(fixture).next == "createPIN")
        try await phone.expectRefused(.pinSetupRequired, AccountMe.self, Nothing())
    }

    @Test func `a registration that was started is confirmed after the group ceased to be joinable`() async throws {
        let fixture = try await fixture(), phone = fixture.client(), late = fixture.client()
        let (challenge, code) = try await phone.start(fixture, group: Self.ward.rawValue)
        try await change(.init(group: Self.ward, isJoinable: false), on: fixture)
        let start = RegistrationStart.Params(phone: "+33612345678", group: Self.ward)
        try await late.expectRefused(.groupUnknown, RegistrationStart.self, start)
        try await phone.expectSuccess(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
    }

    @Test func `accounts that exist keep their kind`() async throws {
        let fixture = try await fixture(), early = fixture.client(), late = fixture.client()
        try await early.register(fixture, group: Self.ward.rawValue)
        try await change(.init(group: Self.ward, registers: .parent), on: fixture)
        try await early.login(fixture)
        #expect(try await early.call(AccountMe.self, Nothing()).kind.value == .member)
        try await late.register(fixture, "+33612345678", group: Self.ward.rawValue)
        #expect(try await late.call(AccountMe.self, Nothing()).kind.value == .parent)
    }

    @Test(arguments: [GroupVerification.otp, .none])
    func `the verification changes while the group has no account, and not after that`(former: GroupVerification)
        async throws
    {
        let fixture = try await fixture(.init(group: Self.ward, verification: former), demo: true)
        let other: GroupVerification = former == .otp ? .none : .otp, phone = fixture.client()
        for verification in [other, former] {
            let view = try await change(.init(group: Self.ward, verification: verification), on: fixture)
            #expect(view.verification.value == verification)
        }
        let started = try await phone.call(
            RegistrationStart.self, .init(phone: AuthTestClient.phone, group: Self.ward))
        let code = started.state == .activated ? nil : try await fixture.code(for: AuthTestClient.phone)
        try await phone.expectSuccess(RegistrationConfirm.self, .init(challengeId: started.challengeId, code: code))
        let before = try await fixture.database.contents()
        let params = GroupPolicies(group: Self.ward, approval: .automatic, verification: other)
        #expect(await fixture.fault(GroupChange.self, params, at: .administration) == "groupHasAccounts")
        #expect(try await fixture.database.contents() == before)
        let named = GroupPolicies(group: Self.ward, approval: .automatic, verification: former)
        #expect(try await change(named, on: fixture).approval.value == .automatic)
    }

    @Test func `a registration that was started without verification is not confirmed once the group verifies`()
        async throws
    {
        let fixture = try await fixture(.init(group: Self.ward, verification: GroupVerification.none), demo: true)
        let phone = fixture.client()
        let started = try await phone.call(
            RegistrationStart.self, .init(phone: AuthTestClient.phone, group: Self.ward))
        try await change(.init(group: Self.ward, verification: .otp), on: fixture)
        try await phone.expectRefused(
            .flowError, RegistrationConfirm.self, .init(challengeId: started.challengeId))
        #expect(try await fixture.count("account") == 0)
    }

    @Test func `every refusal has its own fault, and changes nothing`() async throws {
        let fixture = try await fixture(), nowhere = try #require(GroupID(rawValue: "nowhere"))
        let before = try await fixture.database.contents()
        for (params, fault) in [
            (GroupPolicies(group: nowhere, devices: .one), "groupUnknown"),
            (.init(group: Self.ward, verification: GroupVerification.none), "verificationNeeded"),
            (.init(group: Self.ward, registers: .operator), "invalidParams"),
            (.init(group: Self.ward, offlineUnlockHours: 721), "invalidParams"),
        ] {
            #expect(await fixture.fault(GroupChange.self, params, at: .administration) == fault)
        }
        #expect(try await fixture.database.contents() == before)
        #expect(
            try await change(.init(group: Self.ward, offlineUnlockHours: 720), on: fixture).offlineUnlockHours == 720)
    }
}
