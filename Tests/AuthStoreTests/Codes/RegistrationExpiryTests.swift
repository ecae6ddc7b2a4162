import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Registrations that expire` {
    @Test(arguments: [Registration.State.startedRegistration, .activated])
    func `the sweep drops a registration a day after its expiry, and leaves no open challenge`(
        state: Registration.State
    ) async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code(.registration)
        let outcome =
            state == .activated ? try await fixture.startUnverified(code) : try await fixture.start(code)
        #expect(outcome == .opened)
        fixture.clock.advance(by: .hours(47))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.count("registration") == 1)
        fixture.clock.advance(by: .hours(1) + .milliseconds(1))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.count("registration") == 0)
        #expect(try await fixture.count("otp_challenge", where: "ended_at IS NULL") == 0)
    }

    @Test(arguments: [Registration.State.startedRegistration, .activated])
    func `an expired registration does not lift the block of its number's account`(
        state: Registration.State
    ) async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        #expect(try await fixture.store.block(account.id, at: fixture.now))
        let code = fixture.code(.registration, on: "tablet")
        let outcome =
            state == .activated ? try await fixture.startUnverified(code) : try await fixture.start(code)
        #expect(outcome == .opened)
        fixture.clock.advance(by: .hours(49))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.count("registration") == 0)
        #expect(try await fixture.store.account(account.id)?.state == .blocked)
    }
}
