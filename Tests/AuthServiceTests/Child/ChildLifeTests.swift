import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `The access of a child` {
    @Test func `a child joins by an invite, makes a PIN, and logs in with it after a restart of the app`() async throws
    {
        let family = try await Family()
        #expect(try await family.state() == .unauthenticated)
        #expect(try await family.view().state == .childInviteVerify)
        let bound = try await family.bind()
        #expect(bound.childId == family.child)
        #expect(bound.state == .childPINSetup)
        let first = try await family.device.setPIN(bound)
        #expect(first.session.accountId == family.child)
        #expect(first.session.scope == [Open(.child), Open(.sync)])
        #expect(first.session.approval == .approvedForSyncing)
        #expect(try await family.state() == .authChild)
        let again = try await family.device.enterPIN()
        #expect(again.unlockShare == first.unlockShare)
        #expect(again.session.sessionId != first.session.sessionId)
        let view = try await family.view()
        #expect(view.state == .authChild)
        #expect(view.deviceId == bound.deviceId)
        #expect(view.attemptsLeft == 3)
        #expect(view.inviteKind == nil)
    }

    @Test func `a restart of the app ends the session that was open`() async throws {
        let family = try await Family()
        try await family.join()
        let before = try #require(family.device.session)
        _ = try await family.device.call(ChildChallenge.self, Nothing())
        try await family.device.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        #expect(try await family.state() == .childPINLogin)
        family.device.session = before
        try await family.device.expectRefused(
            .loginRequired, SessionRefresh.self, .init(refreshToken: before.refreshToken))
    }

    @Test func `an app that is closed before its PIN was made goes on with making it`() async throws {
        let family = try await Family()
        try await family.bind()
        let challenge = try await family.device.call(ChildChallenge.self, Nothing())
        #expect(challenge.state == .childPINSetup)
        try await family.device.setPIN(challenge)
        #expect(try await family.state() == .authChild)
    }

    @Test func `a device makes its PIN once`() async throws {
        let family = try await Family()
        let bound = try await family.bind()
        let params = try family.device.making(bound)
        try await family.device.setPIN(bound)
        try await family.device.expectRefused(.flowError, ChildSetPIN.self, params)
        let other = try family.device.making(bound, "7777")
        try await family.device.expectRefused(.flowError, ChildSetPIN.self, other)
        #expect(await family.device.refusal(ofPIN: "7777") == "pinWrong")
    }

    @Test(.requirement("P2")) func `the third wrong PIN in a row locks the access, and the second does not`()
        async throws
    {
        let family = try await Family()
        try await family.join()
        #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "pinWrong")
        #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "pinWrong")
        #expect(try await family.view().attemptsLeft == 1)
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
        #expect(try await family.view().attemptsLeft == 3)
        for answer in ["pinWrong", "pinWrong", "locked"] {
            #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == answer)
        }
        #expect(try await family.state() == .childAccessLocked)
        #expect(await family.device.refusal(ofPIN: Family.pin) == "locked")
        #expect(try await family.view().attemptsLeft == 0)
    }

    @Test(.requirement("P8")) func `a parent unlocks the access, and the PIN is the same as before`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.lock()
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        #expect(try await family.state() == .childPINLogin)
        #expect(try await family.view().attemptsLeft == 3)
        #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == "pinWrong")
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
    }

    @Test func `an access that is not locked cannot be unlocked, and one that needs no reset cannot be reset`()
        async throws
    {
        let family = try await Family()
        try await family.parent.expectRefused(.deviceNotBound, ChildUnlock.self, .init(childId: family.child))
        try await family.join()
        try await family.parent.expectRefused(.flowError, ChildUnlock.self, .init(childId: family.child))
        try await family.parent.expectRefused(.flowError, ChildResetAccess.self, .init(childId: family.child))
        #expect(try await family.state() == .authChild)
    }

    @Test func `a child that has forgotten its PIN gets access again by a new invite alone`() async throws {
        let family = try await Family()
        let first = try await family.join()
        _ = try await family.device.call(ChildChallenge.self, Nothing())
        let answer = try await family.device.call(ChildForgotPIN.self, .init())
        #expect(answer.state == .parentVerificationRequired)
        #expect(await family.device.refusal(ofPIN: Family.pin) == "parentVerificationRequired")
        try await family.parent.expectRefused(.flowError, ChildUnlock.self, .init(childId: family.child))
        let invite = try await family.resetAccess()
        #expect(try await family.state() == .childInviteVerify)
        #expect(await family.device.refusal(ofPIN: Family.pin) == "deviceNotBound")
        let bound = try await family.device.join(invite.code)
        #expect(bound.pin.generation == 2)
        let second = try await family.device.setPIN(bound, "7391")
        #expect(second.unlockShare != first.unlockShare)
        #expect(second.session.accountId == family.child)
    }

    @Test func `a locked access can be reset too`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.lock()
        let invite = try await family.resetAccess()
        try await family.device.setPIN(family.device.join(invite.code))
        #expect(try await family.view().attemptsLeft == 3)
    }

    @Test func `the PIN can be forgotten only before it is entered`() async throws {
        let family = try await Family()
        try await family.device.expectRefused(.deviceNotBound, ChildForgotPIN.self, .init())
        try await family.join()
        try await family.device.expectRefused(.flowError, ChildForgotPIN.self, .init())
        try await family.lock()
        try await family.device.expectRefused(.locked, ChildForgotPIN.self, .init())
    }

    @Test(.requirement("C5")) func `a revoked child loses binding, PIN, share and session at once`() async throws {
        let family = try await Family()
        let first = try await family.join()
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        try await family.device.expectRefused(.deviceRevoked, SessionStatus.self, Nothing())
        try await family.device.expectRefused(
            .deviceRevoked, SessionRefresh.self, .init(refreshToken: first.session.refreshToken))
        #expect(await family.device.refusal(ofPIN: Family.pin) == "childAccessRevoked")
        #expect(try await family.state() == .childAccessRevoked)
        #expect(try await family.fixture.count("pin") == 0)
        #expect(try await family.fixture.count("unlock_share") == 0)
        let view = try await family.view()
        #expect(view.deviceId == nil)
        #expect(view.state == .childInviteVerify)
    }

    @Test func `a revoked child is invited again, and its account is the same`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        let again = try await family.join()
        #expect(again.session.accountId == family.child)
        #expect(try await family.state() == .authChild)
    }

    @Test func `a revocation withdraws the open invite too`() async throws {
        let family = try await Family()
        try await family.join()
        let code = try await family.invite().code
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        let other = family.fixture.client()
        try await other.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
    }

    @Test func `a child that logs out keeps its binding`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.device.expectSuccess(SessionLogout.self, .init())
        #expect(try await family.state() == .unauthenticated)
        try await family.device.expectRefused(.sessionRevoked, SessionStatus.self, Nothing())
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
    }

    @Test func `a parent ends the session of a child, who logs in again with the PIN`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.parent.expectSuccess(ChildEndSessions.self, .init(childId: family.child))
        try await family.device.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
    }

    @Test func `a child manages no account: it has its status, its notices and its log out`() async throws {
        let family = try await Family()
        try await family.join()
        let device = family.device
        try await device.expectSuccess(SessionStatus.self, Nothing())
        try await device.expectSuccess(AccountNotices.self, Nothing())
        try await device.expectRefused(.scopeMissing, AccountMe.self, Nothing())
        try await device.expectRefused(.scopeMissing, DeviceList.self, Nothing())
        try await device.expectRefused(.scopeMissing, ChildList.self, Nothing())
        try await device.expectRefused(.scopeMissing, SecondFactorEnroll.self, .init())
        try await device.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: .login, accountId: family.child))
    }
}
