import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `secondFactor.confirm` {
    @Test func `plays its example: the first code completes the enrolment, and the next login asks for one`()
        async throws
    {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        var params = SecondFactorConfirm.example.params
        try await phone.expectRefused(.secondFactorUnknown, SecondFactorConfirm.self, params)
        let secret = try await phone.call(SecondFactorEnroll.self, .init()).secret
        params.code = try phone.code(secret, fixture)
        params.requestId = fixture.random.id()
        for _ in 0..<2 { try await phone.expectSuccess(SecondFactorConfirm.self, params) }
        let other = SecondFactorConfirm.Params(code: params.code.other, requestId: params.requestId)
        try await phone.expectRefused(.requestIdReused, SecondFactorConfirm.self, other)
        #expect(try await phone.noticeKinds() == [.secondFactorMade])
        #expect(try await phone.isIn())
        #expect(try await phone.login(fixture).next == "secondFactor")
    }

    @Test func `the code that confirmed it passes no login`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        let secret = try await phone.call(SecondFactorEnroll.self, .init()).secret
        let (challenge, code) = try await phone.requestCode(fixture)
        let first = try phone.code(secret, fixture)
        try await phone.expectSuccess(SecondFactorConfirm.self, .init(code: first))
        phone.session = try await phone.call(OTPVerify.self, .init(challengeId: challenge, code: code)).session
        try await phone.expectRefused(.secondFactorWrong, SecondFactorVerify.self, .init(code: first))
    }

    @Test func `wrong first codes are counted as those of a login are`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        let secret = try await phone.call(SecondFactorEnroll.self, .init()).secret
        for _ in 0..<5 {
            try await phone.expectRefused(
                .secondFactorWrong, SecondFactorConfirm.self, .init(code: phone.code(secret, fixture).other))
        }
        try await phone.expectRefused(
            .tooManyAttempts, SecondFactorConfirm.self, .init(code: phone.code(secret, fixture)))
        try await phone.login(fixture)
        for _ in 0..<5 {
            try await phone.expectRefused(
                .secondFactorWrong, SecondFactorConfirm.self, .init(code: phone.code(secret, fixture).other))
        }
        try await phone.login(fixture)
        try await phone.expectRefused(
            .codeWait, SecondFactorConfirm.self, .init(code: phone.code(secret, fixture)))
        #expect(try await fixture.count("second_factor", where: "confirmed = 1") == 0)
    }

    @Test func `a code of a factor that was replaced before it is used confirms nothing`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person(), session = try #require(phone.session)
        _ = try await phone.call(SecondFactorEnroll.self, .init())
        let replaced = try #require(try await fixture.store.secondFactor(of: session.account))
        let counted = try await fixture.store.countRecoveryAttempt(
            [], of: session.sessionId, account: session.account, limits: CodeLimits(), at: fixture.clock.now)
        guard case .counted(let attempt) = counted else { throw PreparationFailure("\(counted)") }
        _ = try await phone.call(SecondFactorEnroll.self, .init())
        let code = SecondFactorCode(attempt: attempt, factor: replaced, step: replaced.lastStep + 1)
        let outcome = try await fixture.store.confirmSecondFactor(
            by: code, in: session.sessionId, idempotencyKey: nil, at: fixture.clock.now)
        #expect(outcome == .unusable)
        #expect(try await fixture.count("second_factor", where: "confirmed = 1 OR last_step > 0") == 0)
    }
}
