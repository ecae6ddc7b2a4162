import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.logoutEverywhere` {
    @Test func `plays its example: every token issued before is dead when it returns`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        try await tablet.login(house)
        try await phone.admit(tablet)
        let (params, example) = SessionLogoutEverywhere.example
        #expect(try await phone.call(SessionLogoutEverywhere.self, params) == example)
        for device in [phone, tablet] {
            #expect(try await device.refused(SessionStatus.self, Nothing()) == "sessionRevoked")
            let spent = SessionRefresh.Params(refreshToken: try #require(device.session).refreshToken)
            #expect(try await device.refused(SessionRefresh.self, spent) == "sessionRevoked")
        }
        #expect(try await phone.login(house).next == nil)
    }

    @Test func `codes that were out are dead too`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house)
        let answer = try await phone.call(SessionLogoutEverywhere.self, .init())
        #expect(answer.ended == 1)
        #expect(try await phone.refused(OTPVerify.self, .init(challengeId: challenge, code: code)) == "codeExpired")
    }

    @Test func `a requestId of an earlier session's request is refused before anything ends`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let once = SessionLogoutEverywhere.Params(requestId: house.random.id())
        #expect(try await phone.refused(SessionLogoutEverywhere.self, once) == "")
        try await phone.login(house)
        #expect(try await phone.refused(SessionLogoutEverywhere.self, once) == "requestIdReused")
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "")
    }

    @Test func `a waiting device cannot do it`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        try await tablet.login(house)
        #expect(try await tablet.refused(SessionLogoutEverywhere.self, .init()) == "newDeviceProofRequired")
    }
}
