import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.logout` {
    @Test func `plays its example: the session and its refresh tokens are over, no other device's`()
        async throws
    {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        try await tablet.login(house)
        try await phone.admit(tablet)
        let held = try #require(phone.session)
        _ = try await phone.call(SessionLogout.self, SessionLogout.example.params)
        #expect(try await phone.refused(AccountMe.self, Nothing()) == "sessionRevoked")
        let spent = SessionRefresh.Params(refreshToken: held.refreshToken)
        #expect(try await phone.refused(SessionRefresh.self, spent) == "sessionRevoked")
        #expect(try await tablet.refused(AccountMe.self, Nothing()) == "")
        #expect(try await phone.login(house).next == nil)
    }

    @Test func `a waiting device can leave`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        try await tablet.login(house)
        #expect(try await tablet.refused(SessionLogout.self, .init()) == "")
    }

    @Test func `a requestId of another request is refused before anything ends`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let once = SessionLogout.Params(requestId: house.random.id())
        #expect(try await phone.refused(SessionLogout.self, once) == "")
        #expect(try await phone.refused(SessionLogout.self, once) == "sessionRevoked")
        try await phone.login(house)
        #expect(try await phone.refused(SessionLogout.self, once) == "requestIdReused")
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "")
    }
}
