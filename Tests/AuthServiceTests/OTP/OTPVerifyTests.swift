import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `otp.verify` {
    @Test func `plays its example: a right code opens a session on an admitted device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let first = try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        var (params, example) = OTPVerify.example
        (params.challengeId, params.code) = (challenge, code)
        let answer = try await phone.call(OTPVerify.self, params)
        #expect(answer.session.scope == example.session.scope)
        #expect(answer.next == nil)
        #expect(answer.session.account == first.account)
        #expect(answer.session.deviceId == first.deviceId)
        #expect(answer.session.sessionId != first.sessionId)
        try await phone.expectRefused(.loginRequired, SessionStatus.self, Nothing(), token: first.accessToken)
    }

    @Test func `a new device gets an unproven session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client("tablet")
        try await phone.register(fixture)
        let answer = try await tablet.login(fixture)
        #expect(answer.next == "admit")
        #expect(answer.session.scope == [Open(.unproven)])
        #expect(answer.session.digits?.count == 2)
        try await tablet.expectRefused(.newDeviceProofRequired, AccountMe.self, Nothing())
        try await tablet.expectRefused(.newDeviceProofRequired, SessionList.self, Nothing())
        #expect(try await tablet.call(SessionStatus.self, Nothing()).scope == [Open(.unproven)])
        try await phone.expectSuccess(AccountMe.self, Nothing())
    }

    @Test(.requirement("O4")) func `after the fifth wrong code a right one is refused`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
        let before = fixture.counted("otp_evaluations_total")
        for _ in 0..<5 { try await phone.expectRefused(.codeWrong, OTPVerify.self, wrong) }
        let right = OTPVerify.Params(challengeId: challenge, code: code)
        try await phone.expectRefused(.tooManyAttempts, OTPVerify.self, right)
        #expect(fixture.counted("otp_evaluations_total") - before == 5)
    }

    @Test(.requirement("O2", "O3", "O6"))
    func `a code is valid once, for its purpose, its device key and five minutes`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), other = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        let right = OTPVerify.Params(challengeId: challenge, code: code)
        try await other.expectRefused(.codeExpired, OTPVerify.self, right)
        try await phone.expectSuccess(OTPVerify.self, right)
        try await phone.expectRefused(.codeExpired, OTPVerify.self, right)
        let (deletion, deletionCode) = try await phone.requestCode(fixture, .deleteAccount)
        try await phone.expectRefused(.codeExpired, OTPVerify.self, .init(challengeId: deletion, code: deletionCode))
        let (late, last) = try await phone.requestCode(fixture)
        fixture.clock.advance(by: .seconds(300))
        try await phone.expectRefused(.codeExpired, OTPVerify.self, .init(challengeId: late, code: last))
    }

    @Test func `a right code of a number without an account answers notRegistered, also when the request is repeated`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.requestCode(fixture)
        var params = OTPVerify.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        for _ in 0..<2 { try await phone.expectRefused(.notRegistered, OTPVerify.self, params) }
        params.requestId = nil
        try await phone.expectRefused(.codeExpired, OTPVerify.self, params)
    }

    @Test func `a blocked account answers blocked only after a right code`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
        try await phone.expectRefused(.codeWrong, OTPVerify.self, wrong)
        try await phone.expectRefused(.blocked, OTPVerify.self, .init(challengeId: challenge, code: code))
    }

    @Test func `a right code of a blocked account is used up and answers blocked, also when the request is repeated`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        let (challenge, code) = try await phone.requestCode(fixture)
        var params = OTPVerify.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        for _ in 0..<2 { try await phone.expectRefused(.blocked, OTPVerify.self, params) }
        params.requestId = fixture.random.id()
        try await phone.expectRefused(.codeExpired, OTPVerify.self, params)
    }

    @Test func `the tenth wrong code in a row makes the device wait`() async throws {
        let fixture = try await AuthServiceFixture { $0.codeLimits = CodeLimits(perChallenge: 20) },
            phone = fixture.client()
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
        for _ in 0..<10 { try await phone.expectRefused(.codeWrong, OTPVerify.self, wrong) }
        let fault = try #require(try await phone.refusal(OTPVerify.self, wrong))
        #expect((fault.name, fault.retryAfterMs) == ("codeWait", 1_200_000))
    }

    @Test func `a lost answer is given again while its refresh token is unused`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        var once = OTPVerify.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        let first = try await phone.call(OTPVerify.self, once)
        #expect(try await phone.call(OTPVerify.self, once).session.refreshToken == first.session.refreshToken)
        phone.session = first.session
        try await phone.refresh()
        try await phone.expectRefused(.codeExpired, OTPVerify.self, once)
        once.deviceName = DeviceName(rawValue: "another")
        try await phone.expectRefused(.requestIdReused, OTPVerify.self, once)
    }
}
