import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

/// A person with a new device shows a recovery code in the call that opens the session.
@Suite struct `A login with a recovery code` {
    private static func lostPhone(_ configure: (inout AuthSettings) -> Void = { _ in }) async throws -> (
        fixture: AuthServiceFixture, codes: [RecoveryCode], lost: AuthTestClient, phone: AuthTestClient
    ) {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits.perNumber = []
            configure(&$0)
        }
        let lost = fixture.client("lost"), phone = fixture.client("new")
        try await lost.register(fixture)
        return (fixture, try await lost.makeCodes(), lost, phone)
    }

    private static func params(
        _ client: AuthTestClient, _ fixture: AuthServiceFixture, _ recovery: RecoveryCode
    ) async throws -> OTPVerify.Params {
        let (challenge, code) = try await client.requestCode(fixture)
        fixture.clock.advance(by: .seconds(61))
        return OTPVerify.Params(challengeId: challenge, code: code, recoveryCode: recovery)
    }

    @Test func `opens a full session at once, uses the code up, and no session waits that a thief could end`()
        async throws
    {
        let (fixture, codes, lost, phone) = try await Self.lostPhone()
        var params = try await Self.params(phone, fixture, codes[0])
        params.deviceName = DeviceName(rawValue: "new")
        let answer = try await phone.call(OTPVerify.self, params)
        #expect(answer.next == nil && answer.session.scope == [Open(.account)])
        phone.session = answer.session
        #expect(try await phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 9)
        #expect(try await lost.noticeKinds().first == .deviceAdmitted)
        #expect(try await phone.login(fixture).next == nil)
        let other = fixture.client(), again = try await Self.params(other, fixture, codes[0])
        #expect(try await other.refusal(OTPVerify.self, again)?.name == "recoveryCodeWrong")
    }

    @Test func `is repeated with the same requestId after a lost answer, and uses up one code`() async throws {
        let (fixture, codes, _, phone) = try await Self.lostPhone()
        var once = try await Self.params(phone, fixture, codes[0])
        once.requestId = fixture.random.id()
        let first = try await phone.call(OTPVerify.self, once)
        #expect(try await phone.call(OTPVerify.self, once).session.refreshToken == first.session.refreshToken)
        phone.session = first.session
        #expect(try await phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 9)
        once.recoveryCode = codes[1]
        try await phone.expectRefused(.requestIdReused, OTPVerify.self, once)
    }

    @Test func `with a wrong recovery code opens no session, and the code from the message can be entered again`()
        async throws
    {
        let (fixture, codes, lost, phone) = try await Self.lostPhone()
        var params = try await Self.params(phone, fixture, .wrong)
        let sessions = try await fixture.count("session")
        for left in [4, 3, 2, 1] {
            let fault = try await phone.refusal(OTPVerify.self, params)
            #expect(fault?.name == "recoveryCodeWrong" && fault?.data["attemptsLeft"]?.number?.integer() == left)
        }
        #expect(try await fixture.count("session") == sessions)
        params.recoveryCode = codes[0]
        #expect(try await phone.call(OTPVerify.self, params).next == nil)
        #expect(try await lost.call(AccountMe.self, Nothing()).recoveryCodesLeft == 9)
        #expect(try await fixture.count("recovery_streak") == 0)
    }

    @Test func `the sixth attempt with one code from a message is refused, even with the right recovery code`()
        async throws
    {
        let (fixture, codes, _, phone) = try await Self.lostPhone()
        var params = try await Self.params(phone, fixture, .wrong)
        for _ in 0..<5 { try await phone.expectRefused(.recoveryCodeWrong, OTPVerify.self, params) }
        params.recoveryCode = codes[0]
        try await phone.expectRefused(.tooManyAttempts, OTPVerify.self, params)
    }

    @Test func `counts with the attempts of session.admitByRecoveryCode: after ten in a row the device key waits`()
        async throws
    {
        // The login's own attempts in a row are not what is tested here.
        let (fixture, codes, _, phone) = try await Self.lostPhone { $0.codeLimits.perChallenge = 10 }
        try await phone.login(fixture)
        for _ in 0..<4 {
            try await phone.expectRefused(.recoveryCodeWrong, SessionAdmitByRecoveryCode.self, .init(code: .wrong))
        }
        let wrong = try await Self.params(phone, fixture, .wrong)
        for _ in 5...10 { try await phone.expectRefused(.recoveryCodeWrong, OTPVerify.self, wrong) }
        try await phone.login(fixture)
        let right = try await Self.params(phone, fixture, codes[0])
        try await phone.expectRefused(.codeWait, OTPVerify.self, right)
        let other = fixture.client(), elsewhere = try await Self.params(other, fixture, codes[0])
        #expect(try await other.call(OTPVerify.self, elsewhere).next == nil)
    }

    @Test func `a code that does not count yet is refused by its name`() async throws {
        let (fixture, _, lost, phone) = try await Self.lostPhone()
        let new = try await lost.makeCodes(lost.message(fixture, .recoveryCodes))
        let params = try await Self.params(phone, fixture, new[0])
        try await phone.expectRefused(.recoveryCodeTooNew, OTPVerify.self, params)
    }

    @Test func `is counted and used up neither on an admitted device nor on the first one nor without an account`()
        async throws
    {
        let (fixture, codes, lost, _) = try await Self.lostPhone()
        for code in [codes[0], .wrong] {
            let params = try await Self.params(lost, fixture, code)
            let answer = try await lost.call(OTPVerify.self, params)
            #expect(answer.next == nil)
            lost.session = answer.session
        }
        #expect(try await lost.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
        let (challenge, code) = try await lost.requestCode(fixture, to: "+33612345678")
        try await lost.expectRefused(
            .notRegistered, OTPVerify.self, .init(challengeId: challenge, code: code, recoveryCode: .wrong))
        #expect(try await fixture.count("recovery_streak") == 0)
    }

    @Test func `brings a suspended device back, and the device that suspended it cannot do so again`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture)))
        let answer = try await two.tablet.call(
            OTPVerify.self, Self.params(two.tablet, fixture, two.codes[0]))
        #expect(answer.next == nil)
        let again = DeviceRemove.Params(deviceId: two.tablet.device, confirmation: try await two.phone.message(fixture))
        try await two.phone.expectRefused(.changesHeld, DeviceRemove.self, again)
    }

    @Test func `of four parallel ones with one recovery code, one is let in`() async throws {
        let (fixture, codes, lost, _) = try await Self.lostPhone()
        var calls: [(AuthTestClient, OTPVerify.Params)] = []
        for _ in 0..<4 {
            let client = fixture.client()
            calls.append((client, try await Self.params(client, fixture, codes[0])))
        }
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for (client, params) in calls {
                group.addTask { (try? await client.call(OTPVerify.self, params)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 1)
        #expect(try await fixture.count("session", where: "gate = 'full' AND ended IS NULL") == 2)
        try await lost.refresh()
        #expect(try await lost.call(AccountMe.self, Nothing()).recoveryCodesLeft == 9)
    }
}
