import AuthStore
import Contracts
import JSONRPC
import Primitives
import SQL
import Support
import Testing
import Tokens

@testable import AuthService

/// The time of the login that an access token states.
@Suite struct `The time of a login` {
    private func loginTime(_ phone: AuthTestClient, _ fixture: AuthServiceFixture) throws -> Instant? {
        let token = try #require(phone.session).accessToken
        return try fixture.auth.tokens.verify(token, audience: "auth", now: fixture.clock.now).authenticated
    }

    private func second(_ time: Instant) -> Instant { Instant(ms: time.ms / 1000 * 1000) }

    @Test(.requirement("T13")) func `is kept by each refresh, and renewed by a login with the PIN or a code`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        let registered = second(fixture.clock.now)
        try await phone.register(fixture)
        try await phone.enrol()
        #expect(try loginTime(phone, fixture) == registered)
        for _ in 0..<3 {
            fixture.clock.advance(by: .minutes(10))
            try await phone.refresh()
            #expect(try loginTime(phone, fixture) == registered)
        }
        try await phone.prove()
        #expect(try loginTime(phone, fixture) == second(fixture.clock.now))
        fixture.clock.advance(by: .minutes(10))
        let before = second(fixture.clock.now)
        try await phone.login(fixture)
        #expect(try loginTime(phone, fixture) == before)
    }

    @Test(arguments: [(Duration.seconds(30), true), (.seconds(30) + .milliseconds(1), false), (.hours(1), false)])
    func `is not stated for a session that an instance with a clock ahead has opened`(
        ahead: Duration, isStated: Bool
    ) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let created = Statement("UPDATE session SET created = $1", .instant(fixture.clock.now + ahead))
        _ = try await fixture.database.write { try $0.run(created) }
        try await phone.refresh()
        #expect((try loginTime(phone, fixture) != nil) == isStated)
    }

    @Test func `is by the host's clock, as the other times of the token are`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        // Another instance has written a time that is an hour ahead of this host's clock.
        fixture.auth.time.follow(fixture.clock.now + .hours(1))
        let now = second(fixture.clock.now)
        try await phone.register(fixture)
        #expect(try loginTime(phone, fixture) == now)
    }
}
