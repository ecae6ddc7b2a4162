import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing

@Suite struct `registration.cancel` {
    private static let params = RegistrationCancel.example.params

    private func start(_ client: AuthTestClient, group: String = "fieldwork") async throws -> RegistrationStart.Answer {
        let group = try #require(GroupID(rawValue: group))
        return try await client.call(RegistrationStart.self, .init(phone: AuthTestClient.phone, group: group))
    }

    private func state(on client: AuthTestClient) async throws -> Registration.State {
        try await client.call(RegistrationState.self, .init(phone: AuthTestClient.phone)).state
    }

    /// Expects that a cancellation is refused with the state, and that no row changes.
    private func expectRefused(_ state: Registration.State, _ client: AuthTestClient, _ fixture: AuthServiceFixture)
        async throws
    {
        let before = try await fixture.database.contents()
        let fault = try #require(try await client.refusal(RegistrationCancel.self, Self.params))
        #expect(fault.name == "flowError")
        #expect((fault.data["state"]?.string, fault.data["event"]?.string) == (state.rawValue, "DeleteUser"))
        #expect(try await fixture.database.contents() == before)
    }

    @Test func `plays its example: the registration is gone, and its code confirms nothing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let (params, example) = RegistrationCancel.example
        #expect(try await phone.call(RegistrationCancel.self, params) == example)
        #expect(try await state(on: phone) == .invalid)
        try await phone.expectRefused(.codeExpired, RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(try await fixture.count("registration") == 0)
        #expect(try await fixture.count("otp_challenge", where: "ended_at IS NULL AND used_at IS NULL") == 0)
        try await expectRefused(.invalid, phone, fixture)
        fixture.clock.advance(by: .seconds(60))
        try await phone.register(fixture)
    }

    @Test func `a message that is still waiting is not sent`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await start(phone)
        _ = try await phone.call(RegistrationCancel.self, Self.params)
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.messages.isEmpty)
        #expect(try await fixture.count("outbox", where: "state = 'dropped' AND sealed IS NULL") == 1)
    }

    @Test func `a registration without verification is given up in the same way`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }, phone = fixture.client()
        let started = try await start(phone, group: "demo")
        #expect(try await phone.call(RegistrationCancel.self, Self.params).state == .invalid)
        let fault = try #require(
            try await phone.refusal(RegistrationConfirm.self, .init(challengeId: started.challengeId)))
        #expect((fault.name, fault.data["state"]?.string) == ("flowError", "INVALID"))
        #expect(try await fixture.count("account") == 0)
    }

    @Test func `another device key cannot cancel a registration, and is answered as if there were none`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), stranger = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        try await expectRefused(.invalid, stranger, fixture)
        try await phone.expectSuccess(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        try await expectRefused(.invalid, stranger, fixture)
    }

    @Test func `no account is deleted by it: its own device is refused with the state`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await expectRefused(.registered, phone, fixture)
        try await phone.expectSuccess(AccountMe.self, Nothing())
        #expect(try await fixture.store.block(grant.account, at: fixture.clock.now))
        try await expectRefused(.blocked, phone, fixture)
    }

    @Test(arguments: [("fieldwork", Registration.State.startedRegistration), ("demo", .activated)])
    func `a blocked person who gives up registering again stays blocked, and no stranger learns it`(
        group: String, started: Registration.State
    ) async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        let phone = fixture.client(), stranger = fixture.client()
        let grant = try await phone.register(fixture)
        #expect(try await fixture.store.block(grant.account, at: fixture.clock.now))
        for (client, left) in [(phone, Registration.State.blocked), (stranger, .invalid)] {
            #expect(try await start(client, group: group).state == started)
            #expect(try await client.call(RegistrationCancel.self, Self.params).state == left)
            #expect(try await state(on: client) == left)
            fixture.clock.advance(by: .seconds(61))
        }
        #expect(try await fixture.count("registration") == 0)
        #expect(try await fixture.count("account", where: "state = 'BLOCKED'") == 1)
        try await phone.expectRefused(.blocked, SessionStatus.self, Nothing())
    }

    @Test func `a cancellation gives no further codes`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await start(phone)
        _ = try await phone.call(RegistrationCancel.self, Self.params)
        let again = RegistrationStart.Params(phone: AuthTestClient.phone, group: .sample)
        fixture.clock.advance(by: .milliseconds(59_999))
        try await phone.expectRefused(.sendLimit, RegistrationStart.self, again)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectSuccess(RegistrationStart.self, again)
    }

    @Test(.requirement("O5"), arguments: [(9, "codeWrong"), (10, "codeWait")])
    func `a cancellation gives no further attempts: wrong codes stay counted`(wrong: Int, tenth: String) async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        for count in [5, wrong - 5] {
            let (challenge, code) = try await phone.start(fixture)
            let guess = RegistrationConfirm.Params(challengeId: challenge, code: try fixture.wrong(code))
            for _ in 0..<count { try await phone.expectRefused(.codeWrong, RegistrationConfirm.self, guess) }
            _ = try await phone.call(RegistrationCancel.self, Self.params)
        }
        let group = try #require(GroupID(rawValue: "fieldwork"))
        let again = RegistrationStart.Params(phone: AuthTestClient.phone, group: group)
        let refused = try await phone.refusal(RegistrationStart.self, again)
        #expect(refused?.name == (tenth == "codeWait" ? "codeWait" : nil))
    }

    @Test(arguments: [(-1, true), (0, false)])
    func `a registration can be cancelled until it expires after 24 hours`(milliseconds: Int, isLive: Bool) async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await start(phone)
        fixture.clock.advance(by: .hours(24) + .milliseconds(milliseconds))
        guard isLive else { return try await expectRefused(.invalid, phone, fixture) }
        try await phone.expectSuccess(RegistrationCancel.self, Self.params)
    }

    @Test func `what is no phone number is refused by name`() async throws {
        let fixture = try await AuthServiceFixture()
        let refused = try #require(try await fixture.client().refusal(RegistrationCancel.self, .init(phone: "12345")))
        #expect((refused.name, refused.data["field"]?.string) == ("invalidParams", "phone"))
    }

    @Test func `of eight cancellations at once one succeeds, and the others find nothing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await start(phone)
        let names = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask { try await phone.refusal(RegistrationCancel.self, Self.params)?.name }
            }
            return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(names.filter { $0 == nil }.count == 1)
        #expect(names.filter { $0 == "flowError" }.count == 7)
    }

    @Test(arguments: 0..<8)
    func `of a cancellation and a confirmation at once one succeeds`(round: Int) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        async let cancelled = phone.refusal(RegistrationCancel.self, Self.params)
        async let confirmed = phone.refusal(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        let (cancelFault, confirmFault) = try await (cancelled, confirmed)
        #expect((cancelFault == nil) != (confirmFault == nil))
        #expect(cancelFault == nil || cancelFault?.name == "flowError")
        #expect(confirmFault == nil || confirmFault?.name == "codeExpired")
        #expect(try await fixture.count("account") == (confirmFault == nil ? 1 : 0))
        #expect(try await fixture.count("registration") == 0)
    }
}
