import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `Registrations that expire, and registrations of blocked people without a code` {
    private func fixture() async throws -> AuthServiceFixture {
        try await AuthServiceFixture { $0.isDemo = true }
    }

    private func start(_ client: AuthTestClient, _ group: String) async throws -> RegistrationStart.Answer {
        let group = try #require(GroupID(rawValue: group))
        return try await client.call(RegistrationStart.self, .init(phone: AuthTestClient.phone, group: group))
    }

    @Test(.requirement("R4"), arguments: [("fieldwork", Registration.State.startedRegistration), ("demo", .activated)])
    func `the sweep drops a registration a day after it expired`(
        group: String, state: Registration.State
    ) async throws {
        let fixture = try await fixture()
        #expect(try await start(fixture.client(), group).state == state)
        fixture.clock.advance(by: .hours(49))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("registration") == 0)
    }

    @Test(arguments: [("fieldwork", Registration.State.startedRegistration), ("demo", .activated)])
    func `an expired registration leaves a blocked account blocked`(
        group: String, state: Registration.State
    ) async throws {
        let fixture = try await fixture(), phone = fixture.client()
        let session = try await phone.register(fixture, group: "home")
        #expect(try await fixture.store.block(session.account, at: fixture.clock.now))
        #expect(try await start(phone, group).state == state)
        fixture.clock.advance(by: .hours(49))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("registration") == 0)
        let seen = try await phone.call(RegistrationState.self, .init(phone: AuthTestClient.phone))
        #expect(seen.state == .blocked)
    }

    @Test func `a blocked person of the group without codes registers again without one`() async throws {
        let fixture = try await fixture(), phone = fixture.client()
        let first = try await phone.call(
            RegistrationConfirm.self, .init(challengeId: start(phone, "demo").challengeId))
        #expect((first.state, first.session.scope) == (.registered, [Open(.account), Open(.sync)]))
        #expect(try await fixture.store.block(first.session.account, at: fixture.clock.now))
        let again = try await start(phone, "demo")
        #expect(again.state == .activated)
        let second = try await phone.call(RegistrationConfirm.self, .init(challengeId: again.challengeId))
        #expect((second.state, second.session.scope) == (.registered, [Open(.unproven)]))
        #expect(try await fixture.count("account") == 1)
    }
}
