import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `secondFactor.verify` {
    /// A person with a second factor, who has logged in again and waits for it.
    private static func waiting() async throws -> (
        fixture: AuthServiceFixture, phone: AuthTestClient, secret: AuthenticatorSecret, codes: [RecoveryCode]
    ) {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        let codes = try await phone.makeCodes()
        let secret = try await phone.makeFactor(fixture)
        #expect(try await phone.login(fixture).next == "secondFactor")
        return (fixture, phone, secret, codes)
    }

    @Test func `plays its example: raises the session, whose tokens were for auth alone`() async throws {
        let (fixture, phone, secret, _) = try await Self.waiting()
        let session = try #require(phone.session)
        #expect(session.scope == [Open(.preTFA)])
        let claims = try JSON(
            parsing: #require(Base64URL.decode(String(session.accessToken.reveal.split(separator: ".")[1]))))
        #expect(claims["aud"] == "auth")
        try await phone.expectRefused(.secondFactorRequired, AccountMe.self, Nothing())
        try await phone.passFactor(secret, fixture)
        #expect(try #require(phone.session).scope == [Open(.account)])
        #expect(try #require(phone.session).sessionId == session.sessionId)
    }

    @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)])
    func `a code is accepted 30 seconds before and after its own time`(steps: Int, isRight: Bool) async throws {
        let (fixture, phone, secret, _) = try await Self.waiting()
        fixture.clock.advance(by: .seconds(90))
        let fault = try await phone.refusal(
            SecondFactorVerify.self, .init(code: phone.code(secret, fixture, steps: steps)))
        #expect(fault?.name == (isRight ? nil : "secondFactorWrong"))
    }

    @Test func `each code, and an earlier one, is accepted once over all sessions and acts`() async throws {
        let (fixture, phone, secret, _) = try await Self.waiting()
        let code = try phone.code(secret, fixture), earlier = try phone.code(secret, fixture, steps: -1)
        let next = try phone.code(secret, fixture, steps: 1)
        try await phone.expectSuccess(SecondFactorVerify.self, .init(code: code))
        try await phone.refresh()
        for used in [code, earlier] {
            try await phone.expectRefused(
                .secondFactorWrong, AccountRecoveryCodes.self, .init(confirmation: .init(factorCode: used)))
        }
        try await phone.expectSuccess(AccountRecoveryCodes.self, .init(confirmation: .init(factorCode: next)))
    }

    @Test func `the sixth attempt of a session is refused, even with a right code`() async throws {
        let (fixture, phone, secret, _) = try await Self.waiting()
        for left in [4, 3, 2, 1, 0] {
            let wrong = try phone.code(secret, fixture).other
            let fault = try await phone.refusal(SecondFactorVerify.self, .init(code: wrong))
            #expect(fault?.name == "secondFactorWrong" && fault?.data["attemptsLeft"]?.number?.integer() == left)
        }
        try await phone.expectRefused(
            .tooManyAttempts, SecondFactorVerify.self, .init(code: phone.code(secret, fixture)))
        #expect(fixture.counted("second_factor_evaluations_total") == 6)
    }

    @Test func `after ten wrong codes in a row a device key waits for 20 minutes, over all its sessions`() async throws
    {
        let (fixture, phone, secret, codes) = try await Self.waiting()
        for attempt in 1...10 {
            if attempt == 6 { try await phone.login(fixture) }
            let wrong = try phone.code(secret, fixture).other
            try await phone.expectRefused(.secondFactorWrong, SecondFactorVerify.self, .init(code: wrong))
        }
        let began = fixture.clock.now
        try await phone.login(fixture)
        try await phone.expectRefused(.codeWait, SecondFactorVerify.self, .init(code: phone.code(secret, fixture)))
        try await phone.expectRefused(.codeWait, SecondFactorVerify.self, .init(recoveryCode: codes[0]))
        fixture.clock.advance(by: began + .minutes(20) - .milliseconds(1) - fixture.clock.now)
        try await phone.refresh()
        try await phone.expectRefused(.codeWait, SecondFactorVerify.self, .init(code: phone.code(secret, fixture)))
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.passFactor(secret, fixture)
        #expect(try await fixture.count("recovery_streak") == 0)
    }

    @Test func `a recovery code passes it once, and shares the counts`() async throws {
        let (fixture, phone, secret, codes) = try await Self.waiting()
        for _ in 0..<4 {
            try await phone.expectRefused(
                .secondFactorWrong, SecondFactorVerify.self, .init(code: phone.code(secret, fixture).other))
        }
        let fault = try await phone.refusal(SecondFactorVerify.self, .init(recoveryCode: .wrong))
        #expect(fault?.name == "recoveryCodeWrong" && fault?.data["attemptsLeft"] == 0)
        try await phone.expectRefused(.tooManyAttempts, SecondFactorVerify.self, .init(recoveryCode: codes[0]))
        try await phone.login(fixture)
        try await phone.expectSuccess(SecondFactorVerify.self, .init(recoveryCode: codes[0]))
        try await phone.refresh()
        #expect(try await phone.isIn())
        try await phone.login(fixture)
        try await phone.expectRefused(.recoveryCodeWrong, SecondFactorVerify.self, .init(recoveryCode: codes[0]))
    }

    @Test func `a recovery code that was made with a code by message passes it after 72 hours`() async throws {
        let (fixture, phone, secret, _) = try await Self.waiting()
        try await phone.passFactor(secret, fixture)
        let new = try await phone.makeCodes(phone.message(fixture, .recoveryCodes)), made = fixture.clock.now
        try await phone.login(fixture)
        let fault = try await phone.refusal(SecondFactorVerify.self, .init(recoveryCode: new[0]))
        #expect(fault?.name == "recoveryCodeTooNew")
        fixture.clock.advance(by: made + .hours(72) - fixture.clock.now)
        try await phone.login(fixture)
        try await phone.expectSuccess(SecondFactorVerify.self, .init(recoveryCode: new[0]))
    }

    @Test func `a lost answer is repeated, and two factors at once or none are refused`() async throws {
        let (fixture, phone, secret, codes) = try await Self.waiting()
        try await phone.expectRefused(.invalidParams, SecondFactorVerify.self, .init())
        let code = try phone.code(secret, fixture)
        try await phone.expectRefused(
            .invalidParams, SecondFactorVerify.self, .init(code: code, recoveryCode: codes[0]))
        let once = SecondFactorVerify.Params(code: code, requestId: fixture.random.id())
        for _ in 0..<3 { try await phone.expectSuccess(SecondFactorVerify.self, once) }
        let other = SecondFactorVerify.Params(recoveryCode: codes[0], requestId: once.requestId)
        try await phone.expectRefused(.requestIdReused, SecondFactorVerify.self, other)
        try await phone.expectRefused(.secondFactorUnknown, SecondFactorVerify.self, .init(code: code))
    }

    @Test func `of sixty-four parallel right codes one raises the session`() async throws {
        let (fixture, phone, secret, _) = try await Self.waiting()
        let params = SecondFactorVerify.Params(code: try phone.code(secret, fixture))
        let answers = try await fixture.parallel(64) { _ in
            try await phone.refusal(SecondFactorVerify.self, params)?.name
        }
        #expect(answers.filter { $0 == nil }.count == 1)
    }

    @Test func `of sixty-four parallel wrong codes five are compared, and the right one is then refused`() async throws
    {
        let (fixture, phone, secret, _) = try await Self.waiting()
        let right = try phone.code(secret, fixture), wrong = SecondFactorVerify.Params(code: right.other)
        let before = fixture.counted("second_factor_evaluations_total")
        let answers = try await fixture.parallel(64) { _ in
            try await phone.refusal(SecondFactorVerify.self, wrong)?.name
        }
        #expect(answers.filter { $0 == "secondFactorWrong" }.count == 5)
        #expect(fixture.counted("second_factor_evaluations_total") - before == 5)
        try await phone.expectRefused(.tooManyAttempts, SecondFactorVerify.self, .init(code: right))
    }

    @Test func `a new device needs it after the PIN, and is admitted only then`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person(), tablet = fixture.client("tablet")
        try await phone.enrol()
        let secret = try await phone.makeFactor(fixture)
        #expect(try await tablet.login(fixture).next == "provePIN")
        #expect(try await tablet.prove().next == "secondFactor")
        #expect(try await fixture.count("device", where: "admitted = 1") == 1)
        try await tablet.passFactor(secret, fixture)
        #expect(try await fixture.count("device", where: "admitted = 1") == 2)
        #expect(try await phone.noticeKinds().first == .deviceAdmitted)
    }

    @Test func `ends the session of the other device, where the group allows one, when it is passed and not before`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client("phone"), tablet = fixture.client("tablet")
        try await phone.register(fixture, group: "clinic")
        try await phone.enrol()
        let secret = try await phone.makeFactor(fixture)
        try await tablet.login(fixture)
        try await tablet.prove()
        #expect(try await phone.isIn())
        try await tablet.passFactor(secret, fixture)
        try await phone.expectRefused(.loggedInElsewhere, AccountMe.self, Nothing())
    }
}
