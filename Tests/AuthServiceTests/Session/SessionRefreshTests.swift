import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `session.refresh` {
    @Test func `plays its example: the next pair, and the same pair again for a lost answer`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let first = try await phone.register(house)
        var params = SessionRefresh.example.params
        params.refreshToken = first.refreshToken
        let next = try await phone.call(SessionRefresh.self, params)
        #expect(next.sessionId == first.sessionId)
        #expect(next.refreshToken != first.refreshToken)
        #expect(next.expiresAtMs <= house.clock.now + .seconds(300))
        #expect(try await phone.call(SessionRefresh.self, params).refreshToken == next.refreshToken)
        house.clock.advance(by: .days(1))
        #expect(try await phone.call(SessionRefresh.self, params).refreshToken == next.refreshToken)
    }

    @Test func `a spent token after its successor was used ends the family`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let first = try await phone.register(house)
        for _ in 0..<5 { try await phone.refresh() }
        let old = SessionRefresh.Params(refreshToken: first.refreshToken)
        #expect(try await phone.refused(SessionRefresh.self, old) == "refreshReused")
        let newest = SessionRefresh.Params(refreshToken: try #require(phone.session).refreshToken)
        #expect(try await phone.refused(SessionRefresh.self, newest) == "refreshReused")
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "refreshReused")
    }

    @Test func `a thief without the key logs nobody out`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), thief = house.handset()
        let first = try await phone.register(house)
        for _ in 0..<3 { try await phone.refresh() }
        let stolen = SessionRefresh.Params(refreshToken: first.refreshToken)
        #expect(try await thief.refused(SessionRefresh.self, stolen) == "loginRequired")
        try await phone.refresh()
    }

    @Test func `what is none of ours says loginRequired, and nothing is lost by it`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        #expect(try await phone.refused(SessionRefresh.self, SessionRefresh.example.params) == "loginRequired")
        try await phone.refresh()
    }

    @Test func `a session left alone for fourteen days has expired`()
        async throws
    {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        house.clock.advance(by: .days(14))
        let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
        #expect(try await phone.refused(SessionRefresh.self, params) == "sessionExpired")
    }

    @Test func `an ended session says why it ended`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
        _ = try await house.store.block(grant.accountId, at: house.clock.now)
        #expect(try await phone.refused(SessionRefresh.self, params) == "blocked")
        _ = try await house.store.revokeAll(of: grant.accountId, once: nil, at: house.clock.now)
        #expect(try await phone.refused(SessionRefresh.self, params) == "sessionRevoked")
    }

    @Test(arguments: [
        "sessionRevoked", "loggedInElsewhere", "movedFacilityGroup", "deviceRevoked", "refreshReused", "pinReset",
        "loginRequired",
    ]) func `what is recorded about an ended session is what its tokens are told`(why: String) async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        _ = try await house.database.write { try $0.run(Statement("UPDATE session SET ended = $1", .text(why))) }
        #expect(try await phone.refused(SessionRefresh.self, .init(refreshToken: grant.refreshToken)) == why)
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == why)
    }

    @Test func `the next token carries what the session allows by now`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        _ = try await house.administrate(
            ApprovalDecide.self, .init(accountId: grant.accountId, version: 1, status: .approvedForSyncing))
        let next = try await phone.refresh()
        #expect(next.scope == ["account", "sync"])
        #expect(next.approval == .approvedForSyncing)
    }
}
