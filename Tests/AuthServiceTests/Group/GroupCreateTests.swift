import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import Support
import Testing

@Suite struct `group.create` {
    private static let ward = GroupCreate.example.params.group

    private func create(_ params: GroupPolicies, on fixture: AuthServiceFixture) async throws -> GroupView {
        try await fixture.callAsAdministrator(GroupCreate.self, params)
    }

    @Test func `plays its example: people register in the new group, by its policies`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (params, example) = GroupCreate.example
        #expect(try await create(params, on: fixture) == example)
        let listed = try await fixture.client().call(GroupList.self, Nothing()).groups
        #expect(listed.filter { $0.group == params.group } == [example])
        let grant = try await phone.register(fixture, group: params.group.rawValue)
        #expect((grant.group, grant.approval) == (params.group, .waitingForApproval))
        #expect(grant.scope == [Open(.pinRequired)])
    }

    @Test func `a policy that is not named has the value that its description names`() async throws {
        let fixture = try await AuthServiceFixture()
        let expected = GroupView(
            group: Self.ward, registers: .member, approval: .manual, devices: .many, verification: .otp,
            pin: .optional, secondFactor: .optional, isJoinable: true, offlineUnlockHours: 72)
        #expect(try await create(.init(group: Self.ward), on: fixture) == expected)
    }

    @Test func `every policy can be named`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        let named = GroupPolicies(
            group: Self.ward, registers: .parent, approval: .automatic, devices: .one,
            verification: GroupVerification.none, pin: .required, secondFactor: .required, isJoinable: false,
            offlineUnlockHours: 1)
        let expected = GroupView(
            group: Self.ward, registers: .parent, approval: .automatic, devices: .one,
            verification: GroupVerification.none, pin: .required, secondFactor: .required, isJoinable: false,
            offlineUnlockHours: 1)
        #expect(try await create(named, on: fixture) == expected)
        #expect(try await fixture.callAsAdministrator(GroupList.self, Nothing()).groups.contains(expected))
    }

    @Test func `the decision is recorded with the policies and the reason, and names no account`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await create(GroupCreate.example.params, on: fixture)
        let expected = DecisionView(
            atMs: fixture.clock.now, kind: Open(.groupCreated), group: Self.ward,
            to: "registers member, approval manual, devices one, verification otp, pin required, "
                + "secondFactor optional, isJoinable true, offlineUnlockHours 72", reason: "the new ward")
        for params in [DecisionList.Params(), .init(group: Self.ward)] {
            #expect(try await fixture.callAsAdministrator(DecisionList.self, params).decisions == [expected])
        }
    }

    @Test(arguments: ["clinic", "ward-3"])
    func `a group that exists is refused and keeps its policies`(name: String) async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await create(.init(group: Self.ward), on: fixture)
        let before = try await fixture.database.contents()
        let params = GroupPolicies(group: try #require(GroupID(rawValue: name)), approval: .automatic)
        #expect(await fixture.fault(GroupCreate.self, params, at: .administration) == "groupExists")
        #expect(try await fixture.database.contents() == before)
    }

    @Test(arguments: [(-1, false), (0, true), (720, true), (721, false)])
    func `a device may open secrets offline for 0 to 720 hours`(hours: Int, isAccepted: Bool) async throws {
        let fixture = try await AuthServiceFixture()
        let params = GroupPolicies(group: Self.ward, offlineUnlockHours: hours)
        let fault = await fixture.fault(GroupCreate.self, params, at: .administration)
        #expect(fault == (isAccepted ? nil : "invalidParams"))
        #expect(try await fixture.store.group(Self.ward)?.offlineUnlockHours == (isAccepted ? Int64(hours) : nil))
    }

    @Test(arguments: [(Role.member, true), (.parent, true), (.child, false), (.operator, false)])
    func `people register as members or parents, and as nothing else`(role: Role, isAccepted: Bool) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let params = GroupPolicies(group: Self.ward, registers: role)
        let fault = await fixture.fault(GroupCreate.self, params, at: .administration)
        #expect(fault == (isAccepted ? nil : "invalidParams"))
        guard isAccepted else { return #expect(try await fixture.store.group(Self.ward) == nil) }
        try await phone.register(fixture, group: Self.ward.rawValue)
        #expect(try await phone.call(AccountMe.self, Nothing()).kind.value == role)
    }

    @Test(arguments: [true, false])
    func `a group that verifies no number is created in a demonstration only`(isDemo: Bool) async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = isDemo }, phone = fixture.client()
        let params = GroupPolicies(group: Self.ward, verification: GroupVerification.none)
        let fault = await fixture.fault(GroupCreate.self, params, at: .administration)
        #expect(fault == (isDemo ? nil : "verificationNeeded"))
        guard isDemo else { return #expect(try await fixture.store.group(Self.ward) == nil) }
        let start = RegistrationStart.Params(phone: AuthTestClient.phone, group: Self.ward)
        #expect(try await phone.call(RegistrationStart.self, start).state == .activated)
    }

    @Test func `nobody registers in a group that is not joinable`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await create(.init(group: Self.ward, isJoinable: false), on: fixture)
        let start = RegistrationStart.Params(phone: AuthTestClient.phone, group: Self.ward)
        try await phone.expectRefused(.groupUnknown, RegistrationStart.self, start)
    }

    @Test(arguments: [(1, true), (500, true), (0, false), (501, false)])
    func `a reason has 1 to 500 characters`(length: Int, isAccepted: Bool) async throws {
        let fixture = try await AuthServiceFixture()
        let params = GroupPolicies(group: Self.ward, reason: String(repeating: "x", count: length))
        let fault = await fixture.fault(GroupCreate.self, params, at: .administration)
        #expect(fault == (isAccepted ? nil : "invalidParams"))
    }
}
