import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

@Suite struct `session.refresh` {
    @Test func `plays its example: the next pair, and the same pair again for a lost answer`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let first = try await phone.register(fixture)
        var params = SessionRefresh.example.params
        params.refreshToken = first.refreshToken
        let next = try await phone.call(SessionRefresh.self, params)
        #expect(next.sessionId == first.sessionId)
        #expect(next.refreshToken != first.refreshToken)
        #expect(next.expiresAtMs <= fixture.clock.now + .seconds(300))
        #expect(try await phone.call(SessionRefresh.self, params).refreshToken == next.refreshToken)
        fixture.clock.advance(by: .days(1))
        #expect(try await phone.call(SessionRefresh.self, params).refreshToken == next.refreshToken)
        #expect(fixture.counted("refresh_repeats_total") == 2)
    }

    @Test func `a spent token after its successor was used ends the family`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let first = try await phone.register(fixture)
        for _ in 0..<5 { try await phone.refresh() }
        fixture.clock.advance(by: .seconds(11))
        let old = SessionRefresh.Params(refreshToken: first.refreshToken)
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, old)
        #expect(fixture.counted("refresh_reuse_total") == 1)
        let newest = SessionRefresh.Params(refreshToken: try #require(phone.session).refreshToken)
        try await phone.expectRefused(.refreshReused, SessionRefresh.self, newest)
        try await phone.expectRefused(.refreshReused, SessionStatus.self, Nothing())
        #expect(fixture.counted("refresh_reuse_total") == 1, "the newest token was not reused")
    }

    @Test(.timeLimit(.minutes(1))) func `a reused token wakes the task that numbers revocation events`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let first = try await phone.register(fixture)
        for _ in 0..<2 { try await phone.refresh() }
        fixture.clock.advance(by: .seconds(11))
        try await fixture.auth.feedWakeSignal.waitForSignal {
            try await phone.expectRefused(.refreshReused, SessionRefresh.self, .init(refreshToken: first.refreshToken))
        }
    }

    @Test func `a spent token presented by another device ends no session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), other = fixture.client()
        let first = try await phone.register(fixture)
        for _ in 0..<3 { try await phone.refresh() }
        let stolen = SessionRefresh.Params(refreshToken: first.refreshToken)
        try await other.expectRefused(.loginRequired, SessionRefresh.self, stolen)
        try await phone.refresh()
    }

    @Test func `a text that auth did not issue answers loginRequired and changes nothing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        try await phone.expectRefused(.loginRequired, SessionRefresh.self, SessionRefresh.example.params)
        try await phone.refresh()
    }

    @Test func `a session unused for fourteen days has expired`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        fixture.clock.advance(by: .days(14))
        let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
        try await phone.expectRefused(.sessionExpired, SessionRefresh.self, params)
    }

    @Test func `the fault names why the session ended`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        try await phone.expectRefused(.blocked, SessionRefresh.self, params)
        _ = try await fixture.store.revokeAll(of: grant.account, idempotencyKey: nil, at: fixture.clock.now)
        try await phone.expectRefused(.sessionRevoked, SessionRefresh.self, params)
    }

    @Test(arguments: [
        FaultKind.sessionRevoked, .loggedInElsewhere, .movedFacilityGroup, .deviceRevoked, .refreshReused, .pinReset,
        .loginRequired,
    ]) func `the recorded end of a session is the fault that answers its tokens`(fault: FaultKind) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        _ = try await fixture.database.write {
            try $0.run(Statement("UPDATE session SET ended = $1", .text(fault.name)))
        }
        try await phone.expectRefused(fault, SessionRefresh.self, .init(refreshToken: grant.refreshToken))
        try await phone.expectRefused(fault, SessionStatus.self, Nothing())
    }

    @Test func `a refreshed access token has the current scopes of its session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 1, status: .approvedForSyncing))
        let next = try await phone.refresh()
        #expect(next.scope == [Open(.account), Open(.sync)])
        #expect(next.approval == .approvedForSyncing)
    }
}
