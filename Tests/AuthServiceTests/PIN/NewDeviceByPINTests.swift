import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// A new device that shows the account's PIN beside the code.
@Suite struct `A new device that proves the PIN` {
    /// A person with a PIN, and a new device that has logged in with a code.
    private static func newDevice() async throws -> (
        fixture: AuthServiceFixture, phone: AuthTestClient, tablet: AuthTestClient
    ) {
        let (fixture, phone) = try await `pin.prove`.person(), tablet = fixture.client("tablet")
        #expect(try await tablet.login(fixture).next == "provePIN")
        return (fixture, phone, tablet)
    }

    @Test func `is admitted, gets a full session in place of the unproven one, and the unlock share`() async throws {
        let (fixture, phone, tablet) = try await Self.newDevice()
        let waiting = try #require(tablet.session)
        let answer = try await tablet.prove()
        #expect(answer.session?.scope == [Open(.account)] && answer.next == nil)
        #expect(answer.session?.accountId == phone.session?.accountId)
        #expect(answer.unlockShare == (try await phone.prove(AuthTestClient.pin, .unlock).unlockShare))
        try await tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing(), token: waiting.accessToken)
        #expect(try await phone.noticeKinds().first == .deviceAdmitted)
        #expect(try await fixture.count("device", where: "admitted = 1") == 2)
        try await tablet.prove()
    }

    @Test func `signs its session's pseudonym: nothing names the account before the PIN is right`() async throws {
        let (_, phone, tablet) = try await Self.newDevice()
        let challenge = try await tablet.challenge(.login)
        let account = try #require(phone.session).account
        #expect(challenge.subject != account)
        let named = try tablet.sign(challenge, .login, AuthTestClient.pin, challenge.pin, subject: account)
        try await tablet.expectRefused(
            .pinWrong, PINProve.self, .init(challengeId: challenge.challengeId, proof: named))
    }

    @Test(.requirement("P4"))
    func `stops all new devices for 24 hours after three wrong PINs, tells the owner, and blocks nobody`()
        async throws
    {
        let (fixture, phone, tablet) = try await Self.newDevice()
        let other = fixture.client("other")
        try await other.login(fixture)
        try await tablet.expectRefused(.pinWrong, proving: "111111")
        try await other.expectRefused(.pinWrong, proving: "222222")
        let last = try await tablet.proof("333333")
        let fault = try await tablet.refusal(PINProve.self, last)
        #expect(fault?.name == "pinWait" && fault?.retryAfterMs == Duration.hours(24).ms)
        try await tablet.expectRefused(.pinWait, PINProve.self, last)
        for client in [tablet, other] { try await client.expectRefused(.pinWait, proving: AuthTestClient.pin) }
        #expect(try await phone.noticeKinds().first == .newDevicePINsWrong)
        #expect(try await fixture.count("notice", where: "kind = 'newDevicePINsWrong'") == 1)
        try await phone.prove()
        try await phone.expectRefused(.pinWrong, proving: "111111")
        try await phone.admit(tablet, confirmation: phone.confirmation())
    }

    @Test func `may try again 24 hours after the last of three wrong PINs, and not a millisecond earlier`() async throws
    {
        let (fixture, _, tablet) = try await Self.newDevice()
        for wrong in ["111111", "222222"] { try await tablet.expectRefused(.pinWrong, proving: wrong) }
        try await tablet.expectRefused(.pinWait, proving: "333333")
        fixture.clock.advance(by: .hours(24) - .milliseconds(1))
        try await tablet.expectRefused(.pinWait, proving: AuthTestClient.pin)
        fixture.clock.advance(by: .milliseconds(1))
        for wrong in ["111111", "222222"] { try await tablet.expectRefused(.pinWrong, proving: wrong) }
        try await tablet.prove()
        try await tablet.expectRefused(.pinWrong, proving: "111111")
    }

    @Test(.requirement("P4"))
    func `starts its own count again with a right PIN, and leaves that of admitted devices as it is`()
        async throws
    {
        let (fixture, phone, tablet) = try await Self.newDevice()
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        for wrong in ["111111", "222222"] { try await tablet.expectRefused(.pinWrong, proving: wrong) }
        try await tablet.prove()
        #expect(try await fixture.count("pin", where: "new_device_attempts = 0 AND attempts = 2") == 1)
        try await phone.expectRefused(.blocked, proving: "111111")
    }

    @Test func `may not try a PIN that has had a hundred wrong attempts`() async throws {
        let (fixture, phone, tablet) = try await Self.newDevice()
        _ = try await fixture.database.write { try $0.run(.init("UPDATE pin SET failures = 99")) }
        try await tablet.expectRefused(.pinWrong, proving: "111111")
        try await tablet.expectRefused(.pinExhausted, proving: AuthTestClient.pin)
        try await phone.expectRefused(.blocked, proving: AuthTestClient.pin)
    }

    @Test func `ends the owner's session where the group allows one device, and only with the right PIN`() async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client("phone"), tablet = fixture.client("tablet")
        try await phone.register(fixture, group: "clinic")
        try await phone.enrol()
        try await tablet.login(fixture)
        try await tablet.expectRefused(.pinWrong, proving: "111111")
        try await phone.expectSuccess(AccountMe.self, Nothing())
        try await tablet.prove()
        try await phone.expectRefused(.loggedInElsewhere, AccountMe.self, Nothing())
        try await phone.prove()
        try await tablet.expectRefused(.loggedInElsewhere, AccountMe.self, Nothing())
    }

    @Test func `cannot use the right PIN after its session was ended from another device`() async throws {
        let (_, phone, tablet) = try await Self.newDevice()
        let proof = try await tablet.proof()
        let session = try #require(tablet.session).sessionId
        try await phone.expectSuccess(SessionRevoke.self, .init(sessionId: session))
        try await tablet.expectRefused(.pinChallengeExpired, PINProve.self, proof)
    }

    @Test func `is admitted from a device of a person with a PIN by the digits and the PIN together`() async throws {
        let (_, phone, tablet) = try await Self.newDevice()
        let waiting = try #require(tablet.session)
        let digits = try #require(waiting.digits)
        try await phone.expectRefused(
            .pinRequired, SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: digits))
        try await phone.expectRefused(
            .pinWrong, SessionAdmit.self,
            .init(sessionId: waiting.sessionId, digits: digits, confirmation: phone.confirmation("111111")))
        try await phone.admit(tablet, confirmation: phone.confirmation())
        #expect(try #require(tablet.session).scope == [Open(.account)])
    }

    @Test func `is not admitted by a code by message in place of the PIN`() async throws {
        let (fixture, phone, tablet) = try await Self.newDevice()
        let waiting = try #require(tablet.session)
        let digits = try #require(waiting.digits)
        let message = try await phone.message(fixture)
        try await phone.expectRefused(
            .pinRequired, SessionAdmit.self,
            .init(sessionId: waiting.sessionId, digits: digits, confirmation: message))
        try await phone.admit(tablet, confirmation: phone.confirmation())
    }
}
