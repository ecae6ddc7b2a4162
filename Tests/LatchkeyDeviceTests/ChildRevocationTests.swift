import Contracts
import Domain
import PIN
import PairSupport
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import JSONRPC
@testable import LatchkeyDevice

/// The end of a child's access, and what its device keeps of it.
@Suite struct ChildRevocationTests {
    /// Brings the tablet into each state of a bound device.
    static func bring(_ test: FamilyPair, to state: ChildAccess.State) async throws {
        if state == .childPINSetup {
            try await test.tablet.join(by: test.invite())
            return
        }
        try await test.joinWithEntries()
        switch state {
        case .childHome: try await test.tablet.showChildScreen()
        case .unauthenticated: try await test.tablet.logout(.delete)
        case .childPINLogin: _ = await refusal { try await test.tablet.logInChild(FamilyPair.wrong()) }
        case .childAccessLocked: try await test.lock()
        case .parentVerificationRequired: _ = try await test.tablet.forgetChildPIN()
        default: break
        }
    }

    static let bound: [ChildAccess.State] = [
        .childPINSetup, .authChild, .childHome, .unauthenticated, .childPINLogin, .childAccessLocked,
        .parentVerificationRequired,
    ]

    @Test(arguments: bound) func `a device learns in every state that its access was withdrawn, and shows it once`(
        _ state: ChildAccess.State
    ) async throws {
        let test = try await FamilyPair()
        try await Self.bring(test, to: state)
        #expect(try await test.state() == state)
        try await test.parent.revokeChild(test.child)
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "childAccessRevoked")
        let child = try #require(try await test.tablet.store.profile().child)
        #expect(child.state == .childAccessRevoked && !child.isBound && child.deviceSecret == nil)
        #expect(try await test.tablet.showChildScreen() == .childAccessRevoked)
        let profile = try await test.tablet.store.profile()
        #expect(profile.child == nil && profile.appState == .unauthenticated)
        #expect(try await test.tablet.childAccess() == nil)
    }

    @Test(.requirement("C8"), arguments: bound) func `a device with another key belongs to nobody`(
        _ state: ChildAccess.State
    ) async throws {
        let test = try await FamilyPair()
        try await Self.bring(test, to: state)
        let entries = try await test.tablet.store.entries()
        let other = try await test.reinstalled()
        #expect(try await other.childAccess() == nil)
        #expect(try await other.store.entries() == entries)
        let profile = try await other.store.profile()
        #expect(profile.notice?.contains("does not know this device") == true)
        #expect(profile.child == nil && profile.appState == .unauthenticated && profile.accessToken == nil)
        #expect(try await other.join(by: test.invite()).childId == test.child)
    }

    @Test(arguments: bound, [false, true])
    func `a device learns in every state that its child was deleted, and offers what it can open as new entries`(
        _ state: ChildAccess.State, isRestarted: Bool
    ) async throws {
        let test = try await FamilyPair()
        try await Self.bring(test, to: state)
        let tablet = isRestarted ? try await test.restart() : test.tablet
        #expect(try await test.parent.removeChild(test.child, test.confirming()))
        #expect(try await tablet.childAccess()?.state == .childAccessRevoked)
        let profile = try await tablet.store.profile(),
            hasEntries = state != .childPINSetup && state != .unauthenticated
        #expect(profile.child?.isBound == false && profile.child?.deviceSecret == nil)
        #expect(profile.notice?.contains("The child's account was deleted") == true)
        #expect(try await tablet.showChildScreen() == .childAccessRevoked)
        let ben = try await test.parent.addChild(named: try #require(DeviceName(rawValue: "Ben")))
        try await tablet.join(by: try await test.parent.inviteChild(ben, .code).code)
        try await tablet.logInChild(FamilyPair.other())
        let kept = try await tablet.undecidedEntries(isForeign: true)
        #expect(kept.map(\.issuer).sorted() == (hasEntries ? ["Bank", "Draft"] : []))
        for entry in kept { _ = try await tablet.keepAsNew(entry) }
        #expect(try await tablet.sync().sent == kept.count)
    }

    @Test(arguments: [false, true])
    func `a device that was a sibling's before learns that its child was deleted`(byLogin: Bool) async throws {
        let test = try await FamilyPair()
        let ben = try await test.parent.addChild(named: try #require(DeviceName(rawValue: "Ben")))
        try await test.tablet.join(by: try await test.parent.inviteChild(ben, .code).code)
        try await test.tablet.logInChild(FamilyPair.other())
        try await test.parent.revokeChild(ben)
        #expect(try await test.tablet.childAccess()?.state == .childAccessRevoked)
        try await test.tablet.showChildScreen()
        try await test.joinWithEntries()
        #expect(try await test.parent.removeChild(test.child, test.confirming()))
        if byLogin {
            await #expect(throws: DeviceFault.self) { try await test.tablet.logInChild(FamilyPair.pin()) }
        } else {
            _ = try await test.tablet.childAccess()
        }
        let profile = try await test.tablet.store.profile()
        #expect(profile.notice?.contains("The child's account was deleted") == true)
        #expect(profile.child?.state == .childAccessRevoked)
    }

    @Test func `the end of the sessions by the administrator during a sync keeps the entries, locked`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries().count
        try await test.pair.endSessions(of: test.child)
        await #expect(throws: DeviceFault.self) { try await test.tablet.sync() }
        #expect(try await test.tablet.store.entries().count == entries)
        #expect(try await test.state() == .childPINLogin)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.tablet.sync().received == 0)
        #expect(try await test.tablet.store.entries().count == entries)
    }

    @Test func `a revoked session is no withdrawn access, whatever ended it`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries().count
        let session = try await test.tablet.store.profile().session
        let fault = RemoteFault(["data": .object(["fault": "sessionRevoked"])], status: 401)
        try await test.tablet.applyConsequences(of: .refused(fault), to: session)
        #expect(try await test.tablet.store.entries().count == entries)
        #expect(try await test.tablet.store.profile().child?.isBound == true)
    }

    @Test func `a session that is open when the access is withdrawn ends, and synchronised entries are deleted`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        try await test.parent.revokeChild(test.child)
        await #expect(throws: DeviceFault.self) { try await test.tablet.status() }
        #expect(try await test.state() == .childAccessRevoked)
        #expect(try await test.tablet.entryList().rows.map { $0.entry.issuer } == ["Draft"])
        #expect(try await test.tablet.store.profile().notice?.contains("Removed from this device: 1") == true)
    }

    @Test func `what was never synchronised stays readable after a revocation that came while the tablet was offline`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        test.auth.isDown = true
        let tablet = try await test.restart()
        _ = try await tablet.add(uri: DeviceFixture.uri("Offline"))
        try await test.parent.revokeChild(test.child)
        test.auth.isDown = false
        #expect(await refusal { try await tablet.logInChild(FamilyPair.pin()) } == "childAccessRevoked")
        #expect(try await tablet.entryList().rows.map { $0.entry.issuer }.sorted() == ["Draft", "Offline"])
        let again = try await test.pair.makeDevice("third")
        try await again.join(by: test.invite())
        try await again.logInChild(FamilyPair.other())
        #expect(try await again.sync().received == 1)
    }

    @Test func `a second device takes the place of the first, which loses its access`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        let second = try await test.pair.makeDevice("second", name: "Mia's phone")
        try await test.join(second)
        #expect(try await test.view().deviceName == "Mia's phone")
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "deviceNotBound")
        #expect(try await second.childAccess()?.state == .authChild)
    }

    @Test func `one device is not bound to two children`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        let ben = try await test.parent.addChild(named: try #require(DeviceName(rawValue: "Ben")))
        let code = try await test.parent.inviteChild(ben, .code).code
        await #expect(throws: DeviceFault.childDevice) { try await test.tablet.join(by: code) }
        #expect(try await test.tablet.childAccess()?.childId == test.child)
    }

    @Test func `a revoked tablet joins again, also as another child's, whose entries are its own`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        try await test.parent.revokeChild(test.child)
        try await test.tablet.childAccess()
        #expect(try await test.state() == .childAccessRevoked)
        let ben = try await test.parent.addChild(named: try #require(DeviceName(rawValue: "Ben")))
        let code = try await test.parent.inviteChild(ben, .code).code
        #expect(try await test.tablet.join(by: code).childId == ben)
        try await test.tablet.logInChild(FamilyPair.other())
        #expect(try await test.tablet.sync().sent == 0)
        #expect(try await test.tablet.foreignEntryCount() == 1)
    }

    @Test func `the right PIN is wrong with another device secret`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        let other = Base64URL.encode(test.pair.random.bytes(32))
        let own = try #require(try await test.tablet.store.profile().child?.deviceSecret)
        try await test.tablet.store.changeProfile { $0.child?.deviceSecret = other }
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "pinWrong 2")
        try await test.tablet.store.changeProfile { $0.child?.deviceSecret = own }
        try await test.tablet.logInChild(FamilyPair.pin())
    }

    @Test func `the tokens of a child are on no disk, and every binding has a secret of its own`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        let profile = try await test.tablet.store.profile()
        #expect(profile.accessToken != nil && profile.refreshToken != nil)
        let secret = try #require(profile.child?.deviceSecret)
        #expect(Base64URL.decode(secret)?.count == 32)
        await test.tablet.store.database.close()
        let tablet = try await test.pair.makeDevice("tablet", keys: test.keys, auth: test.auth)
        let stored = try await tablet.store.profile()
        #expect(stored.accessToken == nil && stored.refreshToken == nil && stored.sessionId == profile.sessionId)
        #expect(stored.child?.deviceSecret == secret)
        _ = try await tablet.forgetChildPIN()
        try await tablet.join(by: test.resetAccess())
        #expect(try await tablet.store.profile().child?.deviceSecret != secret)
    }
}

extension ChildRevocationTests {
    @Test func `a lost answer to the binding is repeated with the same code`() async throws {
        let test = try await FamilyPair()
        let code = try await test.invite()
        await test.losingAnswer(to: "device.bind") { try await test.tablet.join(by: code) }
        #expect(try await test.state() == .childDeviceBind)
        let tablet = try await test.restart()
        #expect(try await tablet.join(by: code).childId == test.child)
        try await tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state(tablet) == .authChild)
    }

    @Test func `a lost answer to the binding is also learnt from the state that auth names`() async throws {
        let test = try await FamilyPair()
        let code = try await test.invite()
        await test.losingAnswer(to: "device.bind") { try await test.tablet.join(by: code) }
        #expect(try await test.tablet.childAccess()?.state == .childPINSetup)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
    }

    @Test func `lost answers to the making and to the proof of the PIN are repeated, and no attempt is used up`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        await test.losingAnswer(to: "child.setPIN") { try await test.tablet.logInChild(FamilyPair.pin()) }
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
        let tablet = try await test.restart()
        await test.losingAnswer(to: "child.verifyPIN") { try await tablet.logInChild(FamilyPair.pin()) }
        try await tablet.appStarted()
        try await tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state(tablet) == .authChild)
        #expect(try await test.view().attemptsLeft == 3)
        #expect(try await tablet.sync().received == 0)
    }

    @Test func `a lost answer to a forgotten PIN is no second request`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        await test.losingAnswer(to: "child.forgotPIN") { _ = try await test.tablet.forgetChildPIN() }
        #expect(try await test.tablet.forgetChildPIN().state == .parentVerificationRequired)
    }
}
