import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `session.admitByRecoveryCode` {
    /// A person whose only phone is lost, with a new phone that has logged in.
    private static func lostPhone() async throws -> (
        fixture: AuthServiceFixture, codes: [RecoveryCode], phone: AuthTestClient
    ) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let lost = fixture.client("lost"), phone = fixture.client("new")
        try await lost.register(fixture)
        let codes = try await lost.makeCodes()
        try await phone.login(fixture)
        return (fixture, codes, phone)
    }

    @Test(.requirement("R6")) func `plays its example: a code that was made at registration lets a new phone in, once`()
        async throws
    {
        let (fixture, codes, phone) = try await Self.lostPhone()
        var params = SessionAdmitByRecoveryCode.example.params
        params.code = codes[9]
        _ = try await phone.call(SessionAdmitByRecoveryCode.self, params)
        #expect(try await phone.refresh().scope == [Open(.account)])
        #expect(try await phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 9)
        #expect(try await phone.login(fixture).next == nil)
        let other = fixture.client()
        try await other.login(fixture)
        let fault = try await other.refusal(SessionAdmitByRecoveryCode.self, params)
        #expect(fault?.name == "recoveryCodeWrong" && fault?.data["attemptsLeft"] == 4)
    }

    @Test func `a lost answer is repeated with the same requestId, and uses up no second code`() async throws {
        let (fixture, codes, phone) = try await Self.lostPhone()
        var once = SessionAdmitByRecoveryCode.Params(code: codes[0], requestId: fixture.random.id())
        for _ in 0..<3 { try await phone.expectSuccess(SessionAdmitByRecoveryCode.self, once) }
        try await phone.refresh()
        try await phone.expectSuccess(SessionAdmitByRecoveryCode.self, once)
        #expect(try await phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 9)
        once.code = codes[1]
        try await phone.expectRefused(.requestIdReused, SessionAdmitByRecoveryCode.self, once)
        once.requestId = nil
        try await phone.expectRefused(.admissionUnknown, SessionAdmitByRecoveryCode.self, once)
    }

    @Test func `an instance that lacks the file of a key in use judges no code, and counts no attempt`() async throws {
        let fixture = try await AuthServiceFixture(rotatesKeys: true) { $0.sendLimits.perNumber = [] }
        let lost = fixture.client("lost"), phone = fixture.client("new")
        try await lost.register(fixture)
        let code = try await lost.makeCodes()[0]
        try await phone.login(fixture)
        func alterFingerprint() async throws {
            let rows = try await fixture.database.select(
                Statement("SELECT fingerprint FROM row_key WHERE kind = 'hash'"))
            let other = try #require(try rows.first?.bytes(0)).map { ~$0 }
            _ = try await fixture.database.write {
                try $0.run(Statement("UPDATE row_key SET fingerprint = $1 WHERE kind = 'hash'", .bytes(other)))
            }
            try await fixture.auth.keyRotation?.refresh(at: fixture.clock.now)
        }
        try await alterFingerprint()
        try await phone.expectRefused(.unavailable, SessionAdmitByRecoveryCode.self, .init(code: code))
        #expect(try await fixture.count("recovery_streak") == 0)
        try await alterFingerprint()
        try await phone.expectSuccess(SessionAdmitByRecoveryCode.self, .init(code: code))
    }

    @Test func `the sixth attempt of a session is refused, even with a right code`() async throws {
        let (_, codes, phone) = try await Self.lostPhone()
        for left in [4, 3, 2, 1, 0] {
            let fault = try await phone.refusal(SessionAdmitByRecoveryCode.self, .init(code: .wrong))
            #expect(fault?.name == "recoveryCodeWrong" && fault?.data["attemptsLeft"]?.number?.integer() == left)
        }
        try await phone.expectRefused(.tooManyAttempts, SessionAdmitByRecoveryCode.self, .init(code: codes[0]))
    }

    @Test func `after ten wrong codes in a row a device key waits for 20 minutes, over all its sessions`() async throws
    {
        let (fixture, codes, phone) = try await Self.lostPhone()
        for attempt in 1...10 {
            if attempt == 6 { try await phone.login(fixture) }
            try await phone.expectRefused(.recoveryCodeWrong, SessionAdmitByRecoveryCode.self, .init(code: .wrong))
        }
        let began = fixture.clock.now
        try await phone.login(fixture)
        let right = SessionAdmitByRecoveryCode.Params(code: codes[0])
        try await phone.expectRefused(.codeWait, SessionAdmitByRecoveryCode.self, right)
        let other = fixture.client()
        try await other.logInWithRecoveryCode(fixture, codes[1])
        fixture.clock.advance(by: began + .minutes(20) - .milliseconds(1) - fixture.clock.now)
        try await phone.refresh()
        try await phone.expectRefused(.codeWait, SessionAdmitByRecoveryCode.self, right)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectSuccess(SessionAdmitByRecoveryCode.self, right)
    }

    @Test func `nine wrong codes and a right one end the count in a row`() async throws {
        let (fixture, codes, phone) = try await Self.lostPhone()
        for attempt in 1...9 {
            if attempt == 6 { try await phone.login(fixture) }
            try await phone.expectRefused(.recoveryCodeWrong, SessionAdmitByRecoveryCode.self, .init(code: .wrong))
        }
        try await phone.expectSuccess(SessionAdmitByRecoveryCode.self, .init(code: codes[0]))
        #expect(try await fixture.count("recovery_streak") == 0)
    }

    @Test func `64 parallel attempts with one right code let one session in, and count each`() async throws {
        let (fixture, codes, _) = try await Self.lostPhone()
        var clients: [AuthTestClient] = []
        for _ in 0..<4 {
            let client = fixture.client()
            try await client.login(fixture)
            clients.append(client)
        }
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for client in clients {
                for _ in 0..<16 {
                    group.addTask {
                        (try? await client.call(SessionAdmitByRecoveryCode.self, .init(code: codes[0]))) != nil
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 1)
        #expect(try await fixture.count("session", where: "recovery_tries > 5") == 0)
        #expect(try await fixture.count("recovery_code", where: "used_at IS NOT NULL") == 1)
    }

    @Test func `a request that is repeated 32 times at once uses up no attempt of the session`() async throws {
        let (fixture, codes, phone) = try await Self.lostPhone()
        let once = SessionAdmitByRecoveryCode.Params(code: codes[0], requestId: fixture.random.id())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask { _ = try? await phone.call(SessionAdmitByRecoveryCode.self, once) }
            }
        }
        #expect(try await fixture.count("session", where: "recovery_tries > 0") == 0)
        #expect(try await fixture.count("recovery_streak") == 0)
    }

    @Test func `a code of another person is wrong`() async throws {
        let (fixture, _, phone) = try await Self.lostPhone(), other = fixture.client()
        try await other.register(fixture, "+33612345678")
        let foreign = try await other.makeCodes()
        try await phone.expectRefused(.recoveryCodeWrong, SessionAdmitByRecoveryCode.self, .init(code: foreign[0]))
    }
}
