import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

/// SECURITY.md, I1, I2 and I14, over one instance and its whole router.
@Suite struct `Races for codes` {
    @Test func `sixty-four parallel right codes open one session`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        for _ in 0..<5 {
            let (challenge, code) = try await phone.requestCode(house)
            let params = OTPVerify.Params(challengeId: challenge, code: code)
            let before = try await house.count("session")
            let answers = try await house.parallel(64) { _ in try await phone.refused(OTPVerify.self, params) }
            #expect(answers.filter { $0 == "" }.count == 1)
            #expect(try await house.count("session") == before + 1)
            house.clock.advance(by: .hours(1))
        }
    }

    @Test func `of two hundred parallel wrong codes five are compared, and the right one is too late`()
        async throws
    {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try house.wrong(code))
        let before = house.auth.meters.codeEvaluations
        let answers = try await house.parallel(200) { _ in try await phone.refused(OTPVerify.self, wrong) }
        #expect(answers.filter { $0 == "codeWrong" }.count == 5)
        #expect(house.auth.meters.codeEvaluations - before == 5)
        let right = OTPVerify.Params(challengeId: challenge, code: code)
        #expect(try await phone.refused(OTPVerify.self, right) == "tooManyAttempts")
    }

    @Test func `sixty-four parallel starts on one device make one registration, and one message`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }, phone = house.handset()
        let params = RegistrationStart.Params(phone: Handset.phone, group: .sample)
        let answers = try await house.parallel(64) { _ in try await phone.refused(RegistrationStart.self, params) }
        #expect(answers.filter { $0 == "" }.count == 1)
        #expect(answers.filter { $0 == "flowError" }.count == 63)
        #expect(try await house.count("outbox") == 1)
    }

    @Test func `one request sent many times at once takes effect once and is answered alike`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let start = RegistrationStart.Params(phone: "+33612345678", group: .sample, requestId: house.random.id())
        let starts = try await house.parallel(8) { _ in try await phone.call(RegistrationStart.self, start).challengeId
        }
        #expect(Set(starts).count == 1)
        let (challenge, code) = try await phone.requestCode(house)
        let once = OTPVerify.Params(challengeId: challenge, code: code, requestId: house.random.id())
        let sessions = try await house.parallel(4) { _ in
            try await phone.call(OTPVerify.self, once).session.refreshToken
        }
        #expect(Set(sessions).count == 1)
        #expect(try await house.count("session") == 2)
    }
}

extension AuthHouse {
    /// Runs something so many times at once.
    func parallel<T: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) async throws -> T) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for place in 0..<count { group.addTask { try await work(place) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
