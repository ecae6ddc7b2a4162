import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `The session rule in auth` {
    @Test(
        .requirement("T8"),
        arguments: [
            ("UPDATE session SET ended = 'deviceRevoked'", FaultKind.deviceRevoked),
            ("UPDATE account SET tsv = tsv + 1", .sessionRevoked),
            ("UPDATE session SET expires = 0", .sessionExpired),
            ("UPDATE account SET state = 'BLOCKED'", .blocked),
            ("DELETE FROM session", .loginRequired),
        ])
    func `authentication, refresh and introspection refuse a session for the same reason`(
        change: String, fault: FaultKind
    ) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let session = TokenIntrospect.Params(accountId: grant.account, sessionId: grant.sessionId)
        #expect(try await fixture.asVault(TokenIntrospect.self, session).active)

        _ = try await fixture.database.write { try $0.run(Statement(change)) }

        try await phone.expectRefused(fault, SessionStatus.self, Nothing())
        try await phone.expectRefused(fault, SessionRefresh.self, .init(refreshToken: grant.refreshToken))
        let answer = try await fixture.asVault(TokenIntrospect.self, session)
        #expect((answer.active, answer.ended?.rawValue) == (false, fault.name))
    }
}
