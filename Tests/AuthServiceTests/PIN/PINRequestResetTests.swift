import AuthStore
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService
@testable import Contracts

@Suite struct `pin.requestReset` {
    /// Two devices of a person with a PIN, an hour after the registration.
    static func person(group: String = "home") async throws -> (TwoDevices, operator: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let boss = fixture.client("boss")
        try await boss.becomeOperator(fixture, of: [group])
        let two = try await TwoDevices(in: fixture, group: group)
        try await two.phone.enrol()
        if group != "home" { try await boss.approve(two.phone) }
        fixture.clock.advance(by: .hours(1))
        for client in [two.phone, two.tablet, boss] { try await client.refresh() }
        return (two, boss)
    }

    @Test func `plays its example: an approved person waits again, and the present PIN stays`() async throws {
        let (two, _) = try await Self.person(group: "fieldwork"), fixture = two.fixture
        let params = try await two.phone.resetRequest(fixture)
        let answer = try await two.phone.call(PINRequestReset.self, params)
        #expect(answer == .init(approval: .waitingForApproval))
        let me = try await two.tablet.call(AccountMe.self, Nothing())
        #expect(me.approval == .waitingForApproval)
        #expect(me.pinReset == PINReset(deviceId: two.phone.device, requestedAtMs: fixture.clock.now))
        #expect(try await two.tablet.noticeKinds().first == .pinResetRequested)
        try await two.tablet.prove(AuthTestClient.pin, .unlock)
        try await two.tablet.expectRefused(.pinWrong, proving: AuthTestClient.newPIN, .unlock)
        #expect(try await two.phone.isIn())
    }

    @Test(arguments: ApprovalStatus.allCases)
    func `the version of the approval rises whatever it is, and waiting and disapproved stay`(
        status: ApprovalStatus
    ) async throws {
        let (two, boss) = try await Self.person(group: "fieldwork"), fixture = two.fixture
        try await boss.approve(two.phone, status)
        let before = try #require(try await boss.pending(two.phone, status))
        try await two.phone.requestReset(fixture)
        let expected: ApprovalStatus = status == .disapprovedForSyncing ? status : .waitingForApproval
        let after = try #require(try await boss.pending(two.phone, expected))
        #expect(after.version == before.version + 1)
        #expect(after.hasRequestedPin && !before.hasRequestedPin)
        try await boss.expectRefused(
            .versionStale, ApprovalDecide.self,
            .init(
                accountId: before.accountId, version: before.version, status: .approvedForSyncing, reason: nil))
    }

    @Test(.requirement("P8"))
    func `an operator who approves lets the new PIN take effect, and it confirms acts at once`() async throws {
        let (two, boss) = try await Self.person(group: "fieldwork"), fixture = two.fixture
        let share = try await two.phone.prove(AuthTestClient.pin, .unlock).unlockShare
        try await two.phone.requestReset(fixture)
        try await boss.approve(two.phone, .disapprovedForSyncing)
        try await two.phone.prove(AuthTestClient.pin, .unlock)
        try await boss.approve(two.phone)
        try await two.phone.expectRefused(.pinWrong, proving: AuthTestClient.pin, .unlock)
        #expect(try await two.phone.prove(AuthTestClient.newPIN, .unlock).unlockShare == share)
        #expect(try await two.phone.noticeKinds().first == .pinReset)
        #expect(try await two.phone.call(AccountMe.self, Nothing()).pinReset == nil)
        try await two.phone.makeCodes(two.phone.confirmation(AuthTestClient.newPIN))
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `where approval is automatic the PIN takes effect after 72 hours, and the person may sync again`(
        early: Duration
    ) async throws {
        let (two, _) = try await Self.person(), fixture = two.fixture
        let answer = try await two.phone.requestReset(fixture), due = fixture.clock.now + .hours(72)
        #expect(answer == .init(approval: .waitingForApproval, takesEffectAtMs: due))
        fixture.clock.set(due - early)
        try await fixture.store.sweep(at: fixture.clock.now)
        try await two.tablet.login(fixture)
        #expect(try await fixture.count("pending_pin") == (early == .zero ? 0 : 1))
        let approved = try await fixture.count("account", where: "approval = 'approvedForSyncing' AND kind = 'parent'")
        #expect(approved == (early == .zero ? 1 : 0))
        try await two.tablet.prove(early == .zero ? AuthTestClient.newPIN : AuthTestClient.pin)
    }

    @Test(.requirement("P7", "R2"))
    func `a blocked account's new PIN does not take effect, and goes when the person registers again`()
        async throws
    {
        let (two, _) = try await Self.person(), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        for _ in 0..<2 { try await two.phone.expectRefused(.pinWrong, proving: "111111") }
        try await two.phone.expectRefused(.blocked, proving: "111111")
        fixture.clock.advance(by: .hours(72))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("pending_pin") == 1)
        try await two.phone.registerAgain(fixture, group: "home")
        #expect(try await fixture.count("pending_pin") == 0)
        #expect(try await fixture.count("pin") == 1, "the operator's")
    }

    @Test func `a lost answer is repeated, and other content under the requestId is refused`() async throws {
        let (two, _) = try await Self.person()
        var params = try await two.phone.resetRequest(two.fixture)
        params.requestId = two.fixture.random.id()
        let first = try await two.phone.call(PINRequestReset.self, params)
        #expect(try await two.phone.call(PINRequestReset.self, params) == first)
        var other = try await two.phone.resetRequest(two.fixture, to: "555123")
        other.requestId = params.requestId
        try await two.phone.expectRefused(.requestIdReused, PINRequestReset.self, other)
    }

    @Test func `a wrong code counts, and a wrong signature with the new key uses up nothing`() async throws {
        let (two, _) = try await Self.person(), fixture = two.fixture, phone = two.phone
        let right = try await phone.resetRequest(fixture)
        var wrong = right
        wrong.newProof = Sample.pinSignature
        try await phone.expectRefused(.invalidParams, PINRequestReset.self, wrong)
        wrong = right
        wrong.code = try fixture.wrong(right.code)
        for _ in 0..<5 { try await phone.expectRefused(.codeWrong, PINRequestReset.self, wrong) }
        try await phone.expectRefused(.tooManyAttempts, PINRequestReset.self, right)
        wrong = try await phone.resetRequest(fixture)
        wrong.code = try fixture.wrong(wrong.code)
        for _ in 0..<5 { try await phone.expectRefused(.codeWrong, PINRequestReset.self, wrong) }
        try await phone.expectRefused(.codeWait, PINRequestReset.self, wrong)
        #expect(try await fixture.count("pending_pin") == 0)
    }

    @Test func `a code for another purpose, and a challenge of another one or of another device, request nothing`()
        async throws
    {
        let (two, _) = try await Self.person(), fixture = two.fixture
        var params = try await two.phone.resetRequest(fixture)
        let other = try await two.phone.message(fixture, .makePIN)
        (params.codeChallengeId, params.code) = (try #require(other.challengeId), try #require(other.code))
        try await two.phone.expectRefused(.codeExpired, PINRequestReset.self, params)
        params = try await two.phone.resetRequest(fixture)
        let foreign = try await two.tablet.resetRequest(fixture)
        params.challengeId = foreign.challengeId
        try await two.phone.expectRefused(.pinChallengeExpired, PINRequestReset.self, params)
        params.challengeId = try await two.phone.challenge(.reauth).challengeId
        try await two.phone.expectRefused(.pinChallengeExpired, PINRequestReset.self, params)
        #expect(try await fixture.count("pending_pin") == 0)
    }

    @Test func `a suspension refuses it, and withdraws what the suspended device has requested`() async throws {
        let (two, _) = try await Self.person(), fixture = two.fixture, thief = two.tablet, owner = two.phone
        try await thief.requestReset(fixture)
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        #expect(try await fixture.count("pending_pin") == 0)
        #expect(try await owner.noticeKinds().contains(.pinResetCancelled))
        #expect(try await owner.call(AccountMe.self, Nothing()).approval == .approvedForSyncing)
        try await owner.expectRefused(.changesHeld, PINRequestReset.self, owner.resetRequest(fixture))
    }

    @Test func `a suspension of another device postpones it to the end of the hold`() async throws {
        let (two, _) = try await Self.person(), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        fixture.clock.advance(by: .hours(1))
        try await two.phone.refresh()
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture)))
        let hold = try #require(try await two.phone.call(AccountMe.self, Nothing()).heldUntilMs)
        #expect(try await two.phone.call(AccountMe.self, Nothing()).pinReset?.takesEffectAtMs == hold)
    }

    @Test func `the change of the present PIN by somebody who knows it cancels the request`() async throws {
        let (two, _) = try await Self.person(), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        try await two.tablet.expectSuccess(PINChange.self, two.tablet.change(to: "555123"))
        #expect(try await fixture.count("pending_pin") == 0)
        #expect(try await two.phone.call(AccountMe.self, Nothing()).approval == .approvedForSyncing)
    }

    @Test func `an approval during a suspension lets the new PIN confirm acts only after it`() async throws {
        let (two, boss) = try await Self.person(group: "fieldwork"), fixture = two.fixture, thief = two.phone
        try await thief.requestReset(fixture)
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: thief.message(fixture)))
        let hold = try #require(try await thief.call(AccountMe.self, Nothing()).heldUntilMs)
        try await boss.approve(thief)
        try await thief.prove(AuthTestClient.newPIN, .unlock)
        #expect(try await fixture.count("pin", where: "counts_from = \(hold.ms)") == 1)
    }

    @Test func `with a PIN that is withdrawn the request of another device ends, and approval returns`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        _ = try await fixture.database.write { try $0.run(.init("UPDATE account SET approval = 'approvedForSyncing'")) }
        fixture.clock.advance(by: .hours(1))
        for client in [thief, owner] { try await client.refresh() }
        try await thief.enrol(AuthTestClient.pin, thief.message(fixture, .makePIN))
        try await owner.refresh()
        try await owner.requestReset(fixture)
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        #expect(try await fixture.count("pin") == 0)
        #expect(try await fixture.count("pending_pin") == 0)
        #expect(try await owner.call(AccountMe.self, Nothing()).approval == .approvedForSyncing)
    }

    @Test func `a second request replaces the first, and its cancelling approves the person again`() async throws {
        let (two, _) = try await Self.person(group: "fieldwork"), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        try await two.tablet.requestReset(fixture, to: "555123")
        #expect(try await fixture.count("pending_pin") == 1)
        try await two.phone.expectSuccess(PINCancelReset.self, .init())
        #expect(try await two.phone.call(AccountMe.self, Nothing()).approval == .approvedForSyncing)
    }

    @Test func `an account without a PIN, and a session that is not full, get no challenge for it`() async throws {
        let (two, _) = try await Self.person(), fixture = two.fixture, new = fixture.client("new")
        try await new.login(fixture)
        try await new.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: .change, sessionId: #require(new.session).sessionId))
        var params = PINRequestReset.example.params
        params.codeChallengeId = fixture.random.id()
        try await new.expectRefused(.newDeviceProofRequired, PINRequestReset.self, params)
    }
}
