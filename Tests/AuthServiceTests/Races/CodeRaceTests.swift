import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

/// Parallel calls through the router of one instance.
@Suite struct `Parallel calls with codes` {
    @Test(.requirement("O3")) func `sixty-four parallel right codes open one session`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.setSendsPerNumber(20) }, phone = fixture.client()
        try await phone.register(fixture)
        for _ in 0..<5 {
            let (challenge, code) = try await phone.requestCode(fixture)
            let params = OTPVerify.Params(challengeId: challenge, code: code)
            let before = try await fixture.count("session")
            let answers = try await fixture.parallel(64) { _ in try await phone.refusal(OTPVerify.self, params)?.name }
            #expect(answers.filter { $0 == nil }.count == 1)
            #expect(try await fixture.count("session") == before + 1)
            fixture.clock.advance(by: .hours(1))
        }
    }

    @Test func `of two hundred parallel wrong codes five are compared, and the right code is then refused`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.writingCallsPerMinute = 6000 }, phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
        let before = fixture.counted("otp_evaluations_total")
        let answers = try await fixture.parallel(200) { _ in try await phone.refusal(OTPVerify.self, wrong)?.name }
        #expect(answers.filter { $0 == "codeWrong" }.count == 5)
        #expect(fixture.counted("otp_evaluations_total") - before == 5)
        let right = OTPVerify.Params(challengeId: challenge, code: code)
        try await phone.expectRefused(.tooManyAttempts, OTPVerify.self, right)
    }

    @Test func `sixty-four parallel starts on one device make one registration, and one message`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        let params = RegistrationStart.Params(phone: AuthTestClient.phone, group: .sample)
        let answers = try await fixture.parallel(64) { _ in
            try await phone.refusal(RegistrationStart.self, params)?.name
        }
        #expect(answers.filter { $0 == nil }.count == 1)
        #expect(answers.filter { $0 == "flowError" }.count == 63)
        #expect(try await fixture.count("outbox") == 1)
    }

    @Test func `one request sent many times in parallel takes effect once and gets one answer`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let start = RegistrationStart.Params(phone: "+33612345678", group: .sample, requestId: fixture.random.id())
        let starts = try await fixture.parallel(8) { _ in
            try await phone.call(RegistrationStart.self, start).challengeId
        }
        #expect(Set(starts).count == 1)
        let (challenge, code) = try await phone.requestCode(fixture)
        let once = OTPVerify.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        let sessions = try await fixture.parallel(4) { _ in
            try await phone.call(OTPVerify.self, once).session.refreshToken
        }
        #expect(Set(sessions).count == 1)
        #expect(try await fixture.count("session") == 2)
    }
}

extension AuthServiceFixture {
    /// Runs `work` `count` times in parallel; its argument is the number of the run.
    func parallel<T: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) async throws -> T) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for run in 0..<count { group.addTask { try await work(run) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
