import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `pin.prove` {
    /// A person with a PIN, whose session was opened a minute ago.
    static func person() async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await phone.register(fixture)
        try await phone.enrol()
        return (fixture, phone)
    }

    @Test func `plays its example: an admitted device logs in without a code and without a session`() async throws {
        let (_, phone) = try await Self.person()
        let former = try #require(phone.session)
        let answer = try await phone.prove()
        let opened = try #require(answer.session)
        #expect(answer.next == nil && opened.scope == [Open(.account)] && opened.accountId == former.accountId)
        #expect(opened.deviceId == former.deviceId && opened.sessionId != former.sessionId)
        try await phone.expectSuccess(AccountMe.self, Nothing())
        try await phone.expectRefused(.loginRequired, AccountMe.self, Nothing(), token: former.accessToken)
    }

    @Test func `unlocking gives the share and touches no session, even after a log out everywhere`() async throws {
        let (_, phone) = try await Self.person()
        let account = try #require(phone.session).account
        try await phone.expectSuccess(SessionLogoutEverywhere.self, .init())
        let challenge = try await phone.call(PINChallenge.self, .init(purpose: .unlock, accountId: account))
        let answer = try await phone.call(
            PINProve.self,
            .init(
                challengeId: challenge.challengeId,
                proof: phone.sign(challenge, .unlock, AuthTestClient.pin, challenge.pin)))
        #expect(answer.session == nil && answer.next == nil)
    }

    @Test(.requirement("P2"))
    func `the third wrong PIN in a row blocks the account, and the right one is then refused`() async throws {
        let (_, phone) = try await Self.person()
        for left in [2, 1] {
            let fault = try await phone.refusal(PINProve.self, phone.proof("111111"))
            #expect(fault?.name == "pinWrong" && fault?.data["attemptsLeft"]?.number?.integer() == left)
        }
        let right = try await phone.challenge(.unlock)
        try await phone.expectRefused(.blocked, proving: "111111")
        try await phone.expectRefused(
            .blocked, PINProve.self,
            .init(
                challengeId: right.challengeId, proof: phone.sign(right, .unlock, AuthTestClient.pin, right.pin)))
        try await phone.expectRefused(.blocked, AccountMe.self, Nothing())
        try await phone.expectRefused(.blocked, SessionRefresh.self, .init(refreshToken: phone.session!.refreshToken))
    }

    @Test(.requirement("P2"), arguments: [1, 10]) func `the limit is a setting`(limit: Int) async throws {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits.perNumber = []
            $0.pinLimits.failedLogins = limit
        }
        let phone = fixture.client("phone")
        try await phone.register(fixture)
        try await phone.enrol()
        for _ in 1..<limit { try await phone.expectRefused(.pinWrong, proving: "111111") }
        try await phone.expectRefused(.blocked, proving: "111111")
    }

    @Test func `a right PIN ends the row of wrong ones, also one that unlocks or confirms`() async throws {
        let (_, phone) = try await Self.person()
        for purpose in [PINPurpose.login, .unlock] {
            for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
            try await phone.prove(AuthTestClient.pin, purpose)
        }
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        try await phone.expectSuccess(AccountRecoveryCodes.self, .init(confirmation: phone.confirmation()))
        try await phone.expectRefused(.pinWrong, proving: "111111")
    }

    @Test func `after a hundred wrong attempts in the life of a PIN the account is blocked, whatever lay between`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        _ = try await fixture.database.write { try $0.run(.init("UPDATE pin SET failures = 98")) }
        try await phone.expectRefused(.pinWrong, proving: "111111")
        try await phone.prove()
        try await phone.expectRefused(.blocked, proving: "111111")
    }

    @Test func `a repeated request with a wrong PIN uses up one attempt, and with a right one opens one session`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let wrong = try await phone.proof("111111")
        for _ in 0..<5 { try await phone.expectRefused(.pinWrong, PINProve.self, wrong) }
        #expect(try await fixture.count("pin", where: "attempts = 1 AND failures = 1") == 1)
        var right = try await phone.proof()
        right.requestId = fixture.random.id()
        let first = try await phone.call(PINProve.self, right)
        let again = try await phone.call(PINProve.self, right)
        #expect(first.session?.refreshToken == again.session?.refreshToken)
        #expect(try await fixture.count("session", where: "ended IS NULL") == 1)
        right.requestId = nil
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, right)
    }

    @Test func `a repeated login is answered for ten minutes, and then its challenge is too old`() async throws {
        let (fixture, phone) = try await Self.person()
        var params = try await phone.proof()
        params.requestId = fixture.random.id()
        try await phone.expectSuccess(PINProve.self, params)
        fixture.clock.advance(by: .minutes(10) - .milliseconds(1))
        try await phone.expectSuccess(PINProve.self, params)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, params)
    }

    @Test(.requirement("R6")) func `a challenge takes one proof: another one for it is refused and not verified`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let challenge = try await phone.challenge(.login)
        func prove(_ pin: String) throws -> PINProve.Params {
            .init(challengeId: challenge.challengeId, proof: try phone.sign(challenge, .login, pin, challenge.pin))
        }
        try await phone.expectRefused(.pinWrong, PINProve.self, prove("111111"))
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, prove(AuthTestClient.pin))
        #expect(fixture.counted("pin_evaluations_total") == 1)
    }

    @Test func `a challenge is valid for five minutes, for its newest issue, device key and purpose alone`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let login = try await phone.proof()
        fixture.clock.advance(by: .minutes(5) - .milliseconds(1))
        try await phone.expectSuccess(PINProve.self, login)
        try await phone.prove()
        let late = try await phone.proof()
        fixture.clock.advance(by: .minutes(5))
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, late)
        let replaced = try await phone.proof(), present = try await phone.proof()
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, replaced)
        let other = fixture.client("other")
        try await other.expectRefused(.pinChallengeExpired, PINProve.self, present)
        try await phone.refresh()
        let reauth = try await phone.challenge(.reauth)
        try await phone.expectRefused(
            .pinChallengeExpired, PINProve.self,
            .init(
                challengeId: reauth.challengeId,
                proof: phone.sign(reauth, .login, AuthTestClient.pin, reauth.pin)))
        #expect(try await fixture.count("pin", where: "failures = 0 AND attempts = 0") == 1)
        try await phone.expectSuccess(PINProve.self, present)
    }

    @Test(arguments: [PINPurpose.unlock, .enrol, .change, .reauth])
    func `a signature for another purpose is wrong`(purpose: PINPurpose) async throws {
        let (_, phone) = try await Self.person()
        let challenge = try await phone.challenge(.login)
        let proof = try phone.sign(challenge, purpose, AuthTestClient.pin, challenge.pin)
        try await phone.expectRefused(
            .pinWrong, PINProve.self, .init(challengeId: challenge.challengeId, proof: proof))
    }

    @Test(.requirement("T6")) func `a log out everywhere and a change of the PIN end every open challenge`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        var proof = try await phone.proof()
        let params = try await phone.change(to: "228833")
        try await phone.expectSuccess(PINChange.self, params)
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, proof)
        proof = try await phone.proof("228833")
        try await phone.expectSuccess(SessionLogoutEverywhere.self, .init())
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, proof)
        #expect(try await fixture.count("pin", where: "attempts = 0") == 1)
    }

    @Test func `a device that was removed while it entered the PIN does not get in, and has used up no more attempts`()
        async throws
    {
        let (fixture, phone) = try await Self.person(), tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        try await tablet.prove()
        let proof = try await tablet.proof()
        try await phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: tablet.device, confirmation: phone.confirmation()))
        try await tablet.expectRefused(.pinChallengeExpired, PINProve.self, proof)
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
    }

    @Test(.requirement("P5"))
    func `the database holds neither the PIN's public key, nor a challenge, a signature or the unlock share`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let challenge = try await phone.challenge(.login), parameters = try #require(challenge.pin)
        let params = PINProve.Params(
            challengeId: challenge.challengeId,
            proof: try phone.sign(challenge, .login, AuthTestClient.pin, parameters), requestId: fixture.random.id())
        let share = try await phone.call(PINProve.self, params).unlockShare
        let secrets = [
            try AuthTestClient.key(AuthTestClient.pin, parameters).publicKey.bytes, params.proof.bytes, share.bytes,
            try #require(Base64URL.decode(challenge.challenge)),
        ]
        let texts = try await fixture.allTexts()
        for secret in secrets {
            let raw = String(decoding: secret, as: UTF8.self), text = Base64URL.encode(secret)
            #expect(!texts.contains { $0.contains(raw) || $0.contains(text) })
        }
    }
}
