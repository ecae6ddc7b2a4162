import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `otp.verify` {
    @Test func `plays its example: a right code opens a session on a device that is in`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let first = try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house)
        var (params, example) = OTPVerify.example
        (params.challengeId, params.code) = (challenge, code)
        let answer = try await phone.call(OTPVerify.self, params)
        #expect(answer.session.scope == example.session.scope)
        #expect(answer.next == nil)
        #expect(answer.session.accountId == first.accountId)
        #expect(answer.session.deviceId == first.deviceId)
        #expect(answer.session.sessionId != first.sessionId)
        #expect(try await phone.refused(SessionStatus.self, Nothing(), token: first.accessToken) == "loginRequired")
    }

    @Test func `a new device gets a session that can only wait`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset("tablet")
        try await phone.register(house)
        let answer = try await tablet.login(house)
        #expect(answer.next == "admit")
        #expect(answer.session.scope == ["unproven"])
        #expect(answer.session.digits?.count == 2)
        #expect(try await tablet.refused(AccountMe.self, Nothing()) == "newDeviceProofRequired")
        #expect(try await tablet.refused(SessionList.self, Nothing()) == "newDeviceProofRequired")
        #expect(try await tablet.call(SessionStatus.self, Nothing()).scope == ["unproven"])
        #expect(try await phone.refused(AccountMe.self, Nothing()) == "")
    }

    @Test func `wrong codes count, and a right one after the fifth is too late`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try house.wrong(code))
        for _ in 0..<5 { #expect(try await phone.refused(OTPVerify.self, wrong) == "codeWrong") }
        let right = OTPVerify.Params(challengeId: challenge, code: code)
        #expect(try await phone.refused(OTPVerify.self, right) == "tooManyAttempts")
    }

    @Test func `a code is good once, for its purpose, its device key and five minutes`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let phone = house.handset(), thief = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house)
        let right = OTPVerify.Params(challengeId: challenge, code: code)
        #expect(try await thief.refused(OTPVerify.self, right) == "codeExpired")
        #expect(try await phone.refused(OTPVerify.self, right) == "")
        #expect(try await phone.refused(OTPVerify.self, right) == "codeExpired")
        let (deletion, other) = try await phone.requestCode(house, .deleteAccount)
        #expect(try await phone.refused(OTPVerify.self, .init(challengeId: deletion, code: other)) == "codeExpired")
        let (late, last) = try await phone.requestCode(house)
        house.clock.advance(by: .seconds(300))
        #expect(try await phone.refused(OTPVerify.self, .init(challengeId: late, code: last)) == "codeExpired")
    }

    @Test func `a right code of a number without an account says so, as often as the same request asks`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let (challenge, code) = try await phone.requestCode(house)
        var params = OTPVerify.Params(challengeId: challenge, code: code, requestId: house.random.id())
        for _ in 0..<2 { #expect(try await phone.refused(OTPVerify.self, params) == "notRegistered") }
        params.requestId = nil
        #expect(try await phone.refused(OTPVerify.self, params) == "codeExpired")
    }

    @Test func `a blocked person learns it only after a right code`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        _ = try await house.store.block(grant.accountId, at: house.clock.now)
        let (challenge, code) = try await phone.requestCode(house)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try house.wrong(code))
        #expect(try await phone.refused(OTPVerify.self, wrong) == "codeWrong")
        #expect(try await phone.refused(OTPVerify.self, .init(challengeId: challenge, code: code)) == "blocked")
    }

    @Test func `the tenth wrong code in a row makes the device wait`() async throws {
        let house = try await AuthHouse { $0.codes = CodeLimits(perChallenge: 20) }, phone = house.handset()
        let (challenge, code) = try await phone.requestCode(house)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try house.wrong(code))
        for _ in 0..<10 { #expect(try await phone.refused(OTPVerify.self, wrong) == "codeWrong") }
        let fault = try #require(try await phone.refusal(OTPVerify.self, wrong))
        #expect((fault.name, fault.retryAfterMs) == ("codeWait", 1_200_000))
    }

    @Test func `a lost answer is given again while nothing was done with it`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house)
        var once = OTPVerify.Params(challengeId: challenge, code: code, requestId: house.random.id())
        let first = try await phone.call(OTPVerify.self, once)
        #expect(try await phone.call(OTPVerify.self, once).session.refreshToken == first.session.refreshToken)
        phone.session = first.session
        try await phone.refresh()
        #expect(try await phone.refused(OTPVerify.self, once) == "codeExpired")
        once.deviceName = "another"
        #expect(try await phone.refused(OTPVerify.self, once) == "requestIdReused")
    }
}
