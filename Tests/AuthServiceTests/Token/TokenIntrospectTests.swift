import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `token.introspect` {
    @Test func `plays its example: an approved person's session is active`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture, group: "home")
        var (params, example) = TokenIntrospect.example
        (params.accountId, params.sessionId) = (grant.account, grant.sessionId)
        let answer = try await fixture.asVault(TokenIntrospect.self, params)
        example.feedEpoch = answer.feedEpoch
        example.asOf = DecimalInt64(0)
        #expect(answer == example)
    }

    @Test func `the answer names the fault that refuses the tokens of an ended session`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        func ended(_ session: SessionID) async throws -> SessionEnd? {
            try await fixture.asVault(TokenIntrospect.self, .init(accountId: grant.account, sessionId: session))
                .ended?.value
        }
        let waiting = try await tablet.login(fixture).session
        let unproven = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: grant.account, sessionId: waiting.sessionId))
        #expect((unproven.active, unproven.level.value) == (true, .unproven))
        #expect(try await ended(fixture.random.id()) == .loginRequired)
        _ = try await tablet.call(SessionLogout.self, .init())
        #expect(try await ended(waiting.sessionId) == .sessionRevoked)
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        #expect(try await ended(grant.sessionId) == .blocked)
        fixture.clock.advance(by: .days(14))
        #expect(try await ended(grant.sessionId) == .sessionExpired)
    }

    @Test func `sessions of a deleted account answer accountDeleted`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await phone.deleteAccount(fixture)
        let answer = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: grant.account, sessionId: grant.sessionId))
        #expect((answer.active, answer.ended?.value) == (false, .accountDeleted))
    }
}
