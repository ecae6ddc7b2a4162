import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthService

/// A spent refresh token is presented again: by the same request, by another process of the device, or by a copy of it.
@Suite struct `A spent refresh token` {
    private static func refreshed() async throws -> (
        fixture: AuthServiceFixture, phone: AuthTestClient, spent: SessionRefresh.Params, next: SessionGrant
    ) {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let spent = SessionRefresh.Params(refreshToken: grant.refreshToken, requestId: fixture.random.id())
        let next = try await phone.call(SessionRefresh.self, spent)
        phone.session = next
        return (fixture, phone, spent, next)
    }

    @Test(.requirement("T5"))
    func `yields the same successor to the same request until the successor is used, and nothing after that`()
        async throws
    {
        let (fixture, phone, spent, next) = try await Self.refreshed()
        fixture.clock.advance(by: .days(13))
        #expect(try await phone.call(SessionRefresh.self, spent).refreshToken == next.refreshToken)
        try await phone.refresh()
        fixture.clock.advance(by: .seconds(330))
        try await phone.expectRefused(.refreshSuperseded, SessionRefresh.self, spent)
        #expect(fixture.counted("refresh_superseded_total") == 1)
        try await phone.refresh()
    }

    @Test func `ends the session if a copy of the profile repeats the same request long after the successor was used`()
        async throws
    {
        let (fixture, phone, spent, _) = try await Self.refreshed()
        try await phone.refresh()
        fixture.clock.advance(by: .milliseconds(330_001))
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, spent)
        #expect(fixture.counted("refresh_reuse_total") == 1)
    }

    @Test(.requirement("T5"), arguments: [(10_000, FaultKind.refreshSuperseded), (10_001, .refreshReused)])
    func `in another request is superseded for 10 s, and ends the session after that`(ms: Int, fault: FaultKind)
        async throws
    {
        let (fixture, phone, spent, _) = try await Self.refreshed()
        fixture.clock.advance(by: .milliseconds(ms))
        let other = SessionRefresh.Params(refreshToken: spent.refreshToken, requestId: fixture.random.id())
        try await phone.expectRefused(fault, SessionRefresh.self, other)
        if fault == .refreshSuperseded {
            try await phone.refresh()
        } else {
            try await phone.expectRefused(.refreshReused, SessionStatus.self, Nothing())
        }
    }

    @Test(.requirement("T5"))
    func `tells a copy of the device apart, although the copy has its key: no second token, and both are out`()
        async throws
    {
        let (fixture, phone, spent, next) = try await Self.refreshed()
        fixture.clock.advance(by: .minutes(5))
        let copy = SessionRefresh.Params(refreshToken: spent.refreshToken, requestId: fixture.random.id())
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, copy)
        let victim = SessionRefresh.Params(refreshToken: next.refreshToken, requestId: fixture.random.id())
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, victim)
        #expect(fixture.counted("refresh_reuse_total") == 1)
    }

    @Test func `is not believed without an id where the refresh had one`() async throws {
        let (fixture, phone, spent, _) = try await Self.refreshed()
        fixture.clock.advance(by: .milliseconds(10_001))
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, .init(refreshToken: spent.refreshToken))
    }

    @Test func `of a device of the previous release, which sends no id, yields its successor as before`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let spent = SessionRefresh.Params(refreshToken: try await phone.register(fixture).refreshToken)
        let next = try await phone.call(SessionRefresh.self, spent)
        fixture.clock.advance(by: .hours(1))
        #expect(try await phone.call(SessionRefresh.self, spent).refreshToken == next.refreshToken)
        let newer = try await phone.call(SessionRefresh.self, .init(refreshToken: next.refreshToken))
        fixture.clock.advance(by: .seconds(11))
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, spent)
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, .init(refreshToken: newer.refreshToken))
    }

    @Test func `of an unproven session yields the same successor after the session was admitted`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        let spent = SessionRefresh.Params(refreshToken: waiting.refreshToken, requestId: fixture.random.id())
        let next = try await tablet.call(SessionRefresh.self, spent)
        _ = try await phone.call(
            SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits)))
        let again = try await tablet.call(SessionRefresh.self, spent)
        #expect(again.refreshToken == next.refreshToken)
        #expect((next.accountId, again.accountId) == (nil, try #require(phone.session).accountId))
        tablet.session = again
        try await tablet.refresh()
    }

    @Test func `cannot be computed from the database and the hash key`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let request: RequestID = fixture.random.id()
        let grant = try await phone.call(
            RegistrationConfirm.self, .init(challengeId: challenge, code: code, requestId: request)
        ).session
        phone.session = grant
        let next = SessionRefresh.Params(refreshToken: grant.refreshToken, requestId: fixture.random.id())
        _ = try await phone.call(SessionRefresh.self, next)
        for secret in [request, try #require(next.requestId)] {
            for table in try await fixture.database.tables() {
                let rows = try await fixture.database.read { try $0.run(Statement("SELECT * FROM \(table)")) }
                #expect(!rows.contains { $0.values.contains { $0.contains(secret.bytes) } }, "\(table) has a secret")
            }
        }
    }
}
