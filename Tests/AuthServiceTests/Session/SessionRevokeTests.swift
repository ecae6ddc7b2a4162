import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.revoke` {
    @Test func `plays its example: the session is over and says why`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        try await tablet.login(house)
        try await phone.admit(tablet)
        var params = SessionRevoke.example.params
        params.sessionId = try #require(tablet.session).sessionId
        _ = try await phone.call(SessionRevoke.self, params)
        #expect(try await tablet.refused(AccountMe.self, Nothing()) == "sessionRevoked")
        #expect(try await phone.refused(SessionRevoke.self, params) == "sessionUnknown")
        #expect(try await tablet.login(house).next == "admit")
    }

    @Test func `nobody ends another person's session`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), stranger = house.handset()
        let grant = try await phone.register(house)
        try await stranger.register(house, "+33612345678")
        #expect(try await stranger.refused(SessionRevoke.self, .init(sessionId: grant.sessionId)) == "sessionUnknown")
        #expect(try await phone.refused(AccountMe.self, Nothing()) == "")
    }

    @Test func `a repeated request is answered as the first was`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        var once = SessionRevoke.Params(sessionId: waiting.sessionId, requestId: house.random.id())
        for _ in 0..<2 { #expect(try await phone.refused(SessionRevoke.self, once) == "") }
        once.sessionId = try #require(phone.session).sessionId
        #expect(try await phone.refused(SessionRevoke.self, once) == "requestIdReused")
    }
}
