import AuthService
import AuthStore
import Contracts
import Domain
import Glibc
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `account.delete` {
    @Test(.requirement("T10"))
    func `plays its example: the account is unusable, the vault is called and the number is free`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
        var params = AccountDelete.example.params
        (params.challengeId, params.code) = (challenge, code)
        _ = try await phone.call(AccountDelete.self, params)
        for device in [phone, tablet] {
            try await device.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
            let spent = SessionRefresh.Params(refreshToken: try #require(device.session).refreshToken)
            try await device.expectRefused(.accountDeleted, SessionRefresh.self, spent)
        }
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.purges == [grant.account])
        fixture.clock.advance(by: .seconds(61))
        let again = try await phone.register(fixture)
        #expect(again.account != grant.account)
    }

    @Test func `the vault is called until it acknowledges`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await phone.deleteAccount(fixture)
        fixture.inbox.answer(.failedTemporarily, .unknown, .failedPermanently)
        for _ in 0..<4 {
            try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
            fixture.clock.advance(by: .minutes(1))
        }
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.purges == Array(repeating: grant.account, count: 4))
    }

    @Test func `a code of a login deletes nothing, and a wrong code is counted`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        try await phone.register(fixture)
        let (login, code) = try await phone.requestCode(fixture)
        try await phone.expectRefused(.codeExpired, AccountDelete.self, .init(challengeId: login, code: code))
        let (challenge, right) = try await phone.requestCode(fixture, .deleteAccount)
        let wrong = AccountDelete.Params(challengeId: challenge, code: try fixture.wrong(right))
        for _ in 0..<5 { try await phone.expectRefused(.codeWrong, AccountDelete.self, wrong) }
        let late = AccountDelete.Params(challengeId: challenge, code: right)
        try await phone.expectRefused(.tooManyAttempts, AccountDelete.self, late)
        try await phone.expectSuccess(AccountMe.self, Nothing())
    }

    @Test(.requirement("O6")) func `a code sent to another number deletes nothing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, to: "+33612345678", .deleteAccount)
        try await phone.expectRefused(.codeExpired, AccountDelete.self, .init(challengeId: challenge, code: code))
    }

    /// The call waits for the file of deletions, which another process locks, while the account's state changes.
    @Test(.requirement("P7"))
    func `an account that was blocked during the call is not deleted, and the call may be repeated at once`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
        let lock = open(fixture.deletionFile.path + ".lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        let before = fixture.counted("otp_evaluations_total")
        let deleting = Task {
            try await phone.refusal(AccountDelete.self, .init(challengeId: challenge, code: code))
        }
        try await waitUntil { fixture.counted("otp_evaluations_total") > before }
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE account SET state = 'BLOCKED'")) }
        close(lock)
        let fault = try await deleting.value
        #expect(fault?.name == FaultKind.unavailable.name && fault?.retryAfterMs == 100)
        #expect(try await fixture.count("account") == 1)
        let contents = try await fixture.deletionFile.read()
        #expect(contents.done.isEmpty && contents.pending.isEmpty)
    }

    @Test(arguments: ["PIN", "second factor", "recovery code"])
    func `a secret of the person's own deletes the account, and a wrong one does not`(kind: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let code = try await phone.makeCodes()[0]
        try await phone.enrol()
        let secret = try await phone.makeFactor(fixture)
        let (wrong, fault, right): (GivenConfirmation, FaultKind, GivenConfirmation) =
            switch kind {
            case "PIN":
                // The second challenge takes the place of the first, so the wrong PIN is shown first.
                (try await phone.confirmation("111111"), .pinWrong, code.confirmation)
            case "second factor":
                (
                    GivenConfirmation(factorCode: try phone.code(secret, fixture).other), .secondFactorWrong,
                    GivenConfirmation(factorCode: try phone.code(secret, fixture))
                )
            default: (RecoveryCode.wrong.confirmation, .recoveryCodeWrong, code.confirmation)
            }
        try await phone.expectRefused(fault, AccountDelete.self, .init(confirmation: wrong))
        #expect(try await fixture.count("account") == 1)
        let confirmation = kind == "PIN" ? try await phone.confirmation() : right
        try await phone.expectSuccess(AccountDelete.self, .init(confirmation: confirmation))
        #expect(try await fixture.count("account") == 0)
    }

    @Test func `a deletion without a confirmation, and with two, is refused`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let code = try await phone.makeCodes()[0]
        var params = AccountDelete.Params(confirmation: code.confirmation)
        params.confirmation = nil
        try await phone.expectRefused(.confirmationRequired, AccountDelete.self, params)
        (params.challengeId, params.code) = (
            AccountDelete.example.params.challengeId, AccountDelete.example.params.code
        )
        params.confirmation = code.confirmation
        try await phone.expectRefused(.invalidParams, AccountDelete.self, params)
        #expect(try await fixture.count("account") == 1)
    }

    @Test func `too many wrong codes in a row make the device wait`() async throws {
        let fixture = try await AuthServiceFixture { $0.codeLimits = CodeLimits(inARow: 2) }, phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
        let wrong = AccountDelete.Params(challengeId: challenge, code: try fixture.wrong(code))
        for _ in 0..<2 { try await phone.expectRefused(.codeWrong, AccountDelete.self, wrong) }
        try await phone.expectRefused(.codeWait, AccountDelete.self, wrong)
    }
}
