import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `token.introspect` {
    @Test func `plays its example: an approved person's session is active`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house, group: "home")
        var (params, example) = TokenIntrospect.example
        (params.accountId, params.sessionId) = (grant.accountId, grant.sessionId)
        let answer = try await house.asVault(TokenIntrospect.self, params)
        example.feedEpoch = answer.feedEpoch
        example.asOf = DecimalInt64(0)
        #expect(answer == example)
    }

    @Test func `what ended a session is said by the fault that answers its tokens`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let phone = house.handset(), tablet = house.handset()
        let grant = try await phone.register(house)
        func ended(_ session: SessionID) async throws -> String? {
            try await house.asVault(TokenIntrospect.self, .init(accountId: grant.accountId, sessionId: session)).ended
        }
        let waiting = try await tablet.login(house).session
        let unproven = try await house.asVault(
            TokenIntrospect.self, .init(accountId: grant.accountId, sessionId: waiting.sessionId))
        #expect((unproven.active, unproven.gate) == (true, "unproven"))
        #expect(try await ended(house.random.id()) == "loginRequired")
        _ = try await tablet.call(SessionLogout.self, .init())
        #expect(try await ended(waiting.sessionId) == "sessionRevoked")
        _ = try await house.store.block(grant.accountId, at: house.clock.now)
        #expect(try await ended(grant.sessionId) == "blocked")
        house.clock.advance(by: .days(14))
        #expect(try await ended(grant.sessionId) == "sessionExpired")
    }

    @Test func `a deleted person's sessions are known to be deleted`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house, .deleteAccount)
        _ = try await phone.call(AccountDelete.self, .init(challengeId: challenge, code: code))
        let answer = try await house.asVault(
            TokenIntrospect.self, .init(accountId: grant.accountId, sessionId: grant.sessionId))
        #expect((answer.active, answer.ended) == (false, "accountDeleted"))
    }
}
