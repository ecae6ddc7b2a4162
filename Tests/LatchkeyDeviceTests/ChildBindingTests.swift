import Contracts
import Domain
import PIN
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice

/// The binding that a child's device has, and what the end of another one does to its entries: nothing.
@Suite struct ChildBindingTests {
    /// Joins a second device, which takes the place of the tablet.
    private static func replace(_ test: FamilyPair) async throws -> Device {
        let second = try await test.pair.makeDevice("second", name: "Mia's phone")
        try await test.join(second)
        return second
    }

    @Test(.requirement("C8"), arguments: ChildRevocationTests.bound)
    func `a replaced device keeps its entries, is told why, and has them back by a new invite`(
        _ state: ChildAccess.State
    ) async throws {
        let test = try await FamilyPair()
        try await ChildRevocationTests.bring(test, to: state)
        let entries = try await test.tablet.store.entries()
        _ = try await Self.replace(test)
        let told = try #require(try await test.tablet.childAccess())
        #expect(told.state == .childInviteVerify && !told.isBound && told.deviceSecret == nil)
        #expect(try await test.tablet.store.entries() == entries)
        #expect(try await test.tablet.store.profile().notice?.contains("taken the place of this one") == true)
        if ![.childPINSetup, .unauthenticated].contains(state) {
            await #expect(throws: DeviceFault.locked) { try await test.tablet.entryList() }
            await #expect(throws: DeviceFault.locked) { try await test.tablet.openLockScreenOffline() }
        }
        try await test.tablet.join(by: test.invite())
        try await test.tablet.logInChild(FamilyPair.other())
        _ = try await test.tablet.sync()
        #expect(try await test.tablet.entryList().rows.count == (state == .childPINSetup ? 0 : 2))
        #expect(try await test.tablet.store.profile().notice == nil)
    }

    @Test(.requirement("C8")) func `a device that is replaced while it has a session learns it from the session's end`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries()
        _ = try await Self.replace(test)
        await #expect(throws: DeviceFault.self) { try await test.tablet.status() }
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "deviceNotBound")
        #expect(try await test.state() == .childInviteVerify)
        #expect(try await test.tablet.store.entries() == entries)
    }

    @Test(.requirement("C8"), arguments: [false, true])
    func `a revocation of another binding than the device's own deletes nothing`(hasSession: Bool) async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries()
        let other: BindingID = test.pair.random.id()
        try await test.tablet.store.changeProfile { $0.child?.bindingId = other }
        try await test.parent.revokeChild(test.child)
        if hasSession {
            await #expect(throws: DeviceFault.self) { try await test.tablet.status() }
        } else {
            #expect(await refusal { try await test.tablet.logInChild(FamilyPair.pin()) } == "childAccessRevoked")
        }
        let profile = try await test.tablet.store.profile()
        #expect(profile.child?.state == .childInviteVerify && profile.child?.isBound == false)
        #expect(profile.notice?.contains("another binding") == true)
        #expect(try await test.tablet.store.entries() == entries)
        try await test.tablet.join(by: test.invite())
        try await test.tablet.logInChild(FamilyPair.other())
        _ = try await test.tablet.sync()
        #expect(try await test.tablet.entryList().rows.count == 2)
    }

    @Test(.requirement("C8")) func `a revocation that names no binding deletes nothing`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries()
        try await test.tablet.store.write { try $0.endAccess(of: nil) }
        #expect(try await test.tablet.store.entries() == entries)
        #expect(try await test.state() == .childInviteVerify)
    }

    @Test(.requirement("C8")) func `a device of an earlier version is told of a revocation that may not be its own`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries()
        try await test.tablet.store.changeProfile { $0.child?.bindingId = nil }
        try await test.parent.revokeChild(test.child)
        try await test.tablet.childAccess()
        let notice = try #require(try await test.tablet.store.profile().notice)
        #expect(notice.contains("does not know if it was its present one"))
        #expect(!notice.contains("after a parent has withdrawn"))
        #expect(try await test.tablet.store.entries() == entries)
    }

    @Test func `the PIN is not tried on another binding, which a parent ends before the device is bound again`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let other: BindingID = test.pair.random.id()
        try await test.tablet.store.changeProfile { $0.child?.bindingId = other }
        await #expect(throws: DeviceFault.noChild) { try await test.tablet.logInChild(FamilyPair.pin()) }
        #expect(try await test.view().attemptsLeft == 3)
        #expect(try await test.tablet.store.profile().notice?.contains("withdrawn the access") == true)
        #expect(await refusal { try await test.tablet.join(by: test.invite()) } == "deviceBound")
        try await test.parent.revokeChild(test.child)
        try await test.tablet.join(by: test.invite())
        try await test.tablet.logInChild(FamilyPair.other())
        _ = try await test.tablet.sync()
        #expect(try await test.tablet.entryList().rows.count == 2)
    }

    @Test(.requirement("C8")) func `a device without an invite takes no other binding whose PIN is to be made`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        let other: BindingID = test.pair.random.id()
        try await test.tablet.store.changeProfile { $0.child?.bindingId = other }
        for _ in 0..<2 {
            let child = try #require(try await test.tablet.childAccess())
            #expect(child.state == .childInviteVerify && !child.isBound && child.deviceSecret == nil)
            #expect(try await test.tablet.store.profile().notice?.contains("another binding") == true)
        }
        try await test.tablet.store.changeProfile { _ = $0.adoptBinding(named: other) }
        #expect(try await test.tablet.store.profile().child?.bindingId == nil)
        await #expect(throws: DeviceFault.noChild) { try await test.tablet.logInChild(FamilyPair.pin()) }
        #expect(try await test.view().state == .childPINSetup)
        try await test.parent.revokeChild(test.child)
        #expect(try await test.tablet.join(by: test.invite()).state == .childPINSetup)
        #expect(try await test.tablet.store.profile().notice == nil)
    }

    @Test(.requirement("C8"), arguments: [false, true])
    func `a device that has given up its binding is told how to end the one that a restore brings back`(
        learnsByInvite: Bool
    ) async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let entries = try await test.tablet.store.entries()
        try await test.tablet.store.changeProfile { $0.lose(.replaced) }
        if learnsByInvite {
            #expect(await refusal { try await test.tablet.join(by: test.invite()) } == "deviceBound")
        } else {
            try await test.tablet.childAccess()
        }
        let profile = try await test.tablet.store.profile(), child = try #require(profile.child)
        #expect(child.state == .childInviteVerify && !child.isBound && child.ticket == nil)
        #expect(profile.notice?.contains("after a parent has withdrawn the access") == true)
        #expect(try await test.tablet.store.entries() == entries)
        try await test.parent.revokeChild(test.child)
        try await test.tablet.join(by: test.invite())
        try await test.tablet.logInChild(FamilyPair.other())
        _ = try await test.tablet.sync()
        #expect(try await test.tablet.entryList().rows.count == 2)
    }

    @Test func `a device whose access was withdrawn stays so when a restore brings its binding back`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        try await test.tablet.store.changeProfile { $0.follow(.childAccessRevoked) }
        #expect(try await test.tablet.childAccess()?.state == .childAccessRevoked)
    }

    @Test(arguments: [false, true]) func `a late answer about a former binding does not end the present one`(
        isRefusal: Bool
    ) async throws {
        let test = try await FamilyPair()
        try await test.join()
        try await test.parent.revokeChild(test.child)
        let tablet = test.tablet
        test.auth.during(0) { _ = try? await tablet.join(by: test.invite()) }
        if isRefusal {
            #expect(await refusal { try await tablet.logInChild(FamilyPair.pin()) } == "childAccessRevoked")
        } else {
            try await tablet.childAccess()
        }
        let child = try #require(try await tablet.store.profile().child)
        #expect(child.state == .childPINSetup && child.isBound && child.deviceSecret != nil)
        try await tablet.logInChild(FamilyPair.other())
        #expect(try await test.state() == .authChild)
    }

    @Test func `a device of an earlier version takes the binding that auth names as its own`() async throws {
        let test = try await FamilyPair()
        try await test.joinWithEntries()
        let own = try #require(try await test.tablet.store.profile().child?.bindingId)
        for learn in [
            { @Sendable in _ = try await test.tablet.childAccess() },
            { @Sendable in _ = try await test.tablet.logInChild(FamilyPair.pin()) },
        ] {
            try await test.tablet.store.changeProfile { $0.child?.bindingId = nil }
            try await learn()
            #expect(try await test.tablet.store.profile().child?.bindingId == own)
        }
    }
}

/// Acts of the device whose answers were lost, and that are repeated with another request id.
extension ChildBindingTests {
    @Test(arguments: [false, true]) func `a binding whose answer was lost is found again by the same code`(
        isLate: Bool
    ) async throws {
        let test = try await FamilyPair()
        let code = try await test.invite()
        await test.losingAnswer(to: "device.bind") { try await test.tablet.join(by: code) }
        try await Self.forgetRequest(test, isLate)
        let tablet = try await test.restart()
        let child = try await tablet.join(by: code)
        #expect(child.childId == test.child && child.state == .childPINSetup && child.bindingId != nil)
        try await tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state(tablet) == .authChild)
    }

    @Test func `a new invite after a lost binding leads to the same binding`() async throws {
        let test = try await FamilyPair()
        let code = try await test.invite()
        await test.losingAnswer(to: "device.bind") { try await test.tablet.join(by: code) }
        #expect(await refusal { try await test.tablet.join(by: test.invite()) } == "deviceBound")
        #expect(try await test.state() == .childPINSetup)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
    }

    @Test(arguments: [false, true]) func `a PIN whose answer was lost logs in`(isLate: Bool) async throws {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        await test.losingAnswer(to: "child.setPIN") { try await test.tablet.logInChild(FamilyPair.pin()) }
        try await Self.forgetRequest(test, isLate)
        let tablet = try await test.restart()
        try await tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state(tablet) == .authChild)
        #expect(try await test.view().attemptsLeft == 3)
    }

    @Test func `a PIN whose answer was lost logs in, also after the device has learnt that the PIN is made`()
        async throws
    {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        await test.losingAnswer(to: "child.setPIN") { try await test.tablet.logInChild(FamilyPair.pin()) }
        #expect(try await test.tablet.childAccess()?.state == .childPINLogin)
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
    }

    @Test func `another PIN after a lost answer is a wrong one`() async throws {
        let test = try await FamilyPair()
        try await test.tablet.join(by: test.invite())
        await test.losingAnswer(to: "child.setPIN") { try await test.tablet.logInChild(FamilyPair.pin()) }
        try await Self.forgetRequest(test, false)
        #expect(await refusal { try await test.tablet.logInChild(FamilyPair.other()) } == "pinWrong 2")
        try await test.tablet.logInChild(FamilyPair.pin())
        #expect(try await test.state() == .authChild)
    }

    /// Lets the stored request id go: it is too old, or another request has taken its place.
    private static func forgetRequest(_ test: FamilyPair, _ isLate: Bool) async throws {
        guard isLate else { return _ = try await test.tablet.store.changeProfile { $0.pendingRequest = nil } }
        try await test.pair.advance(by: .minutes(6))
    }
}
