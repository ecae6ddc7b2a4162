import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.admit` {
    @Test func `plays its example: the digits on both screens let the device in`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        var params = SessionAdmit.example.params
        params.sessionId = waiting.sessionId
        params.digits = try #require(waiting.digits)
        _ = try await phone.call(SessionAdmit.self, params)
        #expect(try await tablet.refused(AccountMe.self, Nothing()) == "newDeviceProofRequired")
        #expect(try await tablet.refresh().scope == ["account"])
        #expect(try await tablet.refused(AccountMe.self, Nothing()) == "")
        #expect(try await phone.refused(SessionAdmit.self, params) == "admissionUnknown")
    }

    @Test func `where one device is allowed the admitting one is now elsewhere`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house, group: "clinic")
        try await tablet.login(house)
        try await phone.admit(tablet)
        #expect(try await phone.refused(AccountMe.self, Nothing()) == "loggedInElsewhere")
        let spent = SessionRefresh.Params(refreshToken: try #require(phone.session).refreshToken)
        #expect(try await phone.refused(SessionRefresh.self, spent) == "loggedInElsewhere")
        #expect(try await phone.login(house).next == nil)
        #expect(try await tablet.refused(AccountMe.self, Nothing()) == "loggedInElsewhere")
    }

    @Test func `other digits let nobody in, and the third ones end the waiting`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        let digits = try #require(waiting.digits)
        let wrong = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00")
        for _ in 0..<3 { #expect(try await phone.refused(SessionAdmit.self, wrong) == "admissionUnknown") }
        let right = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits)
        #expect(try await phone.refused(SessionAdmit.self, right) == "admissionUnknown")
        #expect(try await tablet.refused(SessionStatus.self, Nothing()) == "loginRequired")
    }

    @Test func `a waiting device admits nobody, and nobody admits a stranger's device`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let phone = house.handset(), tablet = house.handset(), stranger = house.handset()
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        let right = SessionAdmit.Params(sessionId: waiting.sessionId, digits: try #require(waiting.digits))
        #expect(try await tablet.refused(SessionAdmit.self, right) == "newDeviceProofRequired")
        try await stranger.register(house, "+33612345678")
        #expect(try await stranger.refused(SessionAdmit.self, right) == "admissionUnknown")
    }

    @Test func `a repeated request is answered as the first was`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        var once = SessionAdmit.Params(
            sessionId: waiting.sessionId, digits: try #require(waiting.digits), requestId: house.random.id())
        for _ in 0..<2 { #expect(try await phone.refused(SessionAdmit.self, once) == "") }
        once.digits = once.digits == "00" ? "01" : "00"
        #expect(try await phone.refused(SessionAdmit.self, once) == "requestIdReused")
    }
}
