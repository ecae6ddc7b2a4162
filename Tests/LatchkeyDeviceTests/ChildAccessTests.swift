import Contracts
import Domain
import PIN
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice

/// The access of a child, as its device goes through the authentication states of parents and children.
@Suite struct ChildAccessTests {
    @Test func `a child joins, makes its PIN and sees the welcome and the main screen`() async throws {
        let test = try await FamilyPair()
        await #expect(throws: DeviceFault.noChild) { try await test.tablet.logInChild(FamilyPair.pin()) }
        let bound = try await test.tablet.join(by: test.invite())
        #expect(bound.childId == test.child && bound.name == "Mia" && bound.state == .childPINSetup)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
        #expect(try await test.tablet.showChildScreen() == .authChild)
        #expect(try await test.state() == .childHome)
        #expect(try await test.tablet.showChildScreen() == nil)
        #expect(try await test.view().state == .authChild)
    }

    @Test func `a wrong code stays at the code, and a right one goes on`() async throws {
        let test = try await FamilyPair()
        let wrong = try #require(InviteCode(wire: "AAAAAAAA"))
        #expect(await refusal { try await test.tablet.join(by: wrong) } == "inviteInvalid")
        #expect(try await test.state() == .childInviteVerify)
        try await test.tablet.join(by: test.invite())
        #expect(try await test.state() == .childPINSetup)
    }

    @Test func `an invite that is withdrawn before the device is bound leads back to the code`() async throws {
        let test = try await FamilyPair()
        let code = try await test.invite()
        test.auth.during(1) { try? await test.parent.withdrawInvites(of: test.child) }
        #expect(await refusal { try await test.tablet.join(by: code) } == "inviteInvalid")
        #expect(try await test.state() == .childInviteVerify)
        #expect(try await test.tablet.store.profile().child?.ticket == nil)
    }

    @Test func `a tablet that is closed before its PIN was made goes on with making it`() async throws {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        let tablet = try await test.restart()
        await #expect(throws: DeviceFault.noPIN) { try await tablet.unlock(FamilyPair.pin()) }
        try await test.pair.advance(by: .minutes(6))
        try await tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state(tablet) == .authChild)
    }

    @Test(.requirement("P1"))
    func `a new PIN of three digits cannot be written, an easy one is refused, and nothing is sent`() async throws {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        #expect(throws: PINSecretFault.self) { try PINSecret(digits: "493") }
        test.auth.isDown = true
        for (digits, reason) in [("1234", .sequence), ("2014", .year)] as [(String, PINBlockList.Refusal)] {
            let easy = try PINSecret(digits: digits)
            await #expect(throws: DeviceFault.pinRefused(reason)) { try await test.tablet.logInChild(easy) }
        }
        test.auth.isDown = false
        #expect(try await test.state() == .childPINSetup)
        #expect(try await test.view().state == .childPINSetup)
    }

    @Test(arguments: [false, true]) func `a restart ends the session, and only the PIN opens another one`(
        isAtHome: Bool
    ) async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        if isAtHome { try await test.tablet.showChildScreen() }
        let former = try #require(try await test.tablet.store.profile().sessionId)
        let tablet = try await test.restart()
        #expect(try await test.state(tablet) == .childPINLogin)
        await #expect(throws: DeviceFault.childPINNeeded) { try await tablet.sync() }
        await #expect(throws: DeviceFault.locked) { try await tablet.entryList() }
        try await tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state(tablet) == .authChild)
        #expect(try await tablet.sync().sent == 1)
        #expect(try await tablet.entryList().rows.count == 2)
        #expect(try await tablet.store.profile().sessionId != former)
    }

    @Test func `an app that goes on without a restart learns from auth that its session has ended`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        try await test.tablet.showChildScreen()
        try await test.parent.endSessions(ofChild: test.child)
        await #expect(throws: DeviceFault.self) { try await test.tablet.status() }
        #expect(try await test.state() == .childPINLogin)
        await #expect(throws: DeviceFault.childPINNeeded) { try await test.tablet.status() }
    }

    @Test(arguments: [false, true]) func `a log out keeps the binding, and the PIN logs in again`(
        isAtHome: Bool
    ) async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        if isAtHome { try await test.tablet.showChildScreen() }
        try await test.tablet.logout(.delete)
        #expect(try await test.state() == .unauthenticated)
        #expect(try await test.view().state == .unauthenticated)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
        _ = try await test.tablet.sync()
        #expect(try await test.tablet.entryList().rows.count == 2)
    }

    @Test(.requirement("P2")) func `the third wrong PIN locks the access, and a parent unlocks it`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.wrong()) } == "pinWrong 2")
        #expect(try await test.state() == .childPINLogin)
        #expect(try await test.tablet.store.profile().child?.attemptsLeft == 2)
        try await test.tablet.logInChild(FamilyPair.pin())
        try await test.lock()
        #expect(try await test.state() == .childAccessLocked)
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "locked")
        try await test.parent.unlockChild(test.child)
        try await test.tablet.childAccess()
        #expect(try await test.state() == .childPINLogin)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
    }

    @Test func `a locked tablet opens nothing without auth`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        try await test.lock()
        test.auth.isDown = true
        await #expect(throws: DeviceFault.locked) { try await test.tablet.openLockScreenOffline() }
        await #expect(throws: DeviceFault.locked) { try await test.tablet.entryList() }
    }

    @Test func `a tablet without the service opens its entries within the offline hours`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let tablet = try await test.restart()
        test.auth.isDown = true
        await #expect(throws: DeviceFault.self) { try await tablet.logInChild(FamilyPair.pin()) }
        try await tablet.openLockScreenOffline()
        #expect(try await tablet.entryList().rows.count == 2)
    }

    @Test func `a forgotten PIN needs a parent, who resets the access, and the same tablet joins again`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        #expect(try await test.tablet.forgetChildPIN().state == .parentVerificationRequired)
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "parentVerificationRequired")
        let code = try await test.resetAccess()
        #expect(try await test.parent.store.profile().appState == .childInviteCreated)
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "deviceNotBound")
        #expect(try await test.state() == .childInviteVerify)
        try await test.tablet.join(by: code)
        try await test.tablet.logInChild(FamilyPair.other())
        _ = try await test.tablet.sync()
        #expect(try await test.tablet.entryList().rows.count == 2)
    }

    @Test func `a locked access is reset too`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        try await test.lock()
        let code = try await test.resetAccess()
        try await test.tablet.childAccess()
        #expect(try await test.state() == .childInviteVerify)
        try await test.tablet.join(by: code)
        #expect(try await test.state() == .childPINSetup)
    }
}
