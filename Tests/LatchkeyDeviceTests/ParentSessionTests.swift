import Contracts
import Domain
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice

/// The state of a parent's app by the authentication states of parents and children.
@Suite struct ParentSessionTests {
    /// A parent's phone without a session, in a pair of its own.
    private func newPhone() async throws -> (ServicePair, Device) {
        let pair = try await ServicePair()
        return (pair, try await pair.makeDevice("parent"))
    }

    @Test func `a registration shows the first steps once, and then the welcome`() async throws {
        let (pair, phone) = try await newPhone()
        #expect(try await phone.store.profile().appState == .unauthenticated)
        try await FamilyPair.register(phone, FamilyPair.number, in: pair)
        #expect(try await phone.store.profile().appState == .onboardingParent)
        #expect(try await phone.showFirstScreens() == [.onboardingParent, .authParent])
        #expect(try await phone.store.profile().appState == .parentHome)
        #expect(try await phone.showFirstScreens() == [])
    }

    @Test func `a login shows the welcome alone`() async throws {
        let test = try await FamilyPair()
        try await test.parent.logout(.keep)
        #expect(try await test.parent.store.profile().appState == .unauthenticated)
        try await FamilyPair.logIn(test.parent, in: test.pair)
        #expect(try await test.parent.store.profile().appState == .authParent)
        #expect(try await test.parent.showFirstScreens() == [.authParent])
        #expect(try await test.parent.store.profile().appState == .parentHome)
    }

    @Test func `an unproven session is no login, and its admission is`() async throws {
        let test = try await FamilyPair()
        let second = try await test.pair.makeDevice("second")
        try await FamilyPair.logIn(second, in: test.pair)
        #expect(try await second.store.profile().isUnproven)
        #expect(try await second.store.profile().appState == .unauthenticated)
        let waiting = try #require(try await test.parent.sessions().first(where: \.isPending))
        try await test.parent.admit(waiting.sessionId, digits: waiting.digits ?? "")
        _ = try await second.status()
        #expect(try await second.showFirstScreens() == [.authParent])
    }

    /// Brings a phone into each state that has a session.
    private static func bring(_ test: FamilyPair, to state: ParentSession.State) async throws -> Device {
        switch state {
        case .onboardingParent:
            let phone = try await test.pair.makeDevice("other")
            try await FamilyPair.register(phone, "+4915112345679", in: test.pair)
            return phone
        case .authParent:
            try await test.parent.logout(.keep)
            try await FamilyPair.logIn(test.parent, in: test.pair)
        case .childInviteCreated: _ = try await test.parent.inviteChild(test.child, .code)
        case .childAccessRevoked:
            try await test.join()
            try await test.parent.revokeChild(test.child)
        case .parentHome, .unauthenticated, .childInviteVerify: break
        }
        return test.parent
    }

    static let withSession: [ParentSession.State] = [
        .onboardingParent, .authParent, .parentHome, .childInviteCreated, .childAccessRevoked,
    ]

    @Test(arguments: withSession) func `a log out ends at the first screen`(_ state: ParentSession.State) async throws {
        let phone = try await Self.bring(FamilyPair(), to: state)
        #expect(try await phone.store.profile().appState == state)
        try await phone.logout(.keep)
        #expect(try await phone.store.profile().appState == .unauthenticated)
    }

    @Test(arguments: withSession) func `a session that has ended in another way ends at the first screen`(
        _ state: ParentSession.State
    ) async throws {
        let test = try await FamilyPair()
        let phone = try await Self.bring(test, to: state)
        test.pair.clock.advance(by: .hours(24 * 400))
        await #expect(throws: DeviceFault.self) { try await phone.status() }
        #expect(try await phone.store.profile().appState == .unauthenticated)
    }

    @Test func `a login that is begun anew ends the former session`() async throws {
        let test = try await FamilyPair()
        try await test.pair.advance(by: .seconds(61))
        _ = try await test.parent.login(phone: FamilyPair.number)
        #expect(try await test.parent.store.profile().appState == .unauthenticated)
    }

    @Test func `an invite is shown until the parent has seen it`() async throws {
        let test = try await FamilyPair()
        _ = try await test.parent.inviteChild(test.child, .link)
        #expect(try await test.parent.store.profile().appState == .childInviteCreated)
        try await test.parent.dismissFamilyScreen()
        #expect(try await test.parent.store.profile().appState == .parentHome)
        _ = try await test.parent.inviteChild(test.child, .code)
        #expect(try await test.parent.store.profile().appState == .childInviteCreated)
    }

    @Test func `a withdrawn access is shown until the parent has seen it`() async throws {
        let test = try await FamilyPair()
        try await test.join()
        try await test.parent.revokeChild(test.child)
        #expect(try await test.parent.store.profile().appState == .childAccessRevoked)
        try await test.parent.dismissFamilyScreen()
        #expect(try await test.parent.store.profile().appState == .parentHome)
    }

    @Test func `an invite code makes a signed out device a child's, and on no other device anything`() async throws {
        let test = try await FamilyPair()
        let code = try await test.invite()
        await #expect(throws: DeviceFault.personSignedIn) { try await test.parent.join(by: code) }
        #expect(try await test.parent.store.profile().appState == .parentHome)
        try await test.tablet.join(by: code)
        #expect(try await test.tablet.store.profile().appState == .childInviteVerify)
        await #expect(throws: DeviceFault.childDevice) { try await test.tablet.login(phone: FamilyPair.number) }
        await #expect(throws: DeviceFault.childDevice) { try await test.tablet.makePIN(PINPair.pin()) }
        await #expect(throws: DeviceFault.childDevice) { try await test.tablet.logInWithPIN(PINPair.pin()) }
        let group = try #require(GroupID(rawValue: "home"))
        await #expect(throws: DeviceFault.childDevice) {
            try await test.tablet.register(phone: "+4915112345670", group: group)
        }
    }

    @Test func `acts of a parent that were repeated after a lost answer take effect once`() async throws {
        let test = try await FamilyPair()
        let auth = FaultyConnection(test.pair.authConnection)
        let keys = DeviceKeys(test.pair.random)
        let phone = try await test.pair.makeDevice("other", keys: keys, auth: auth)
        try await FamilyPair.register(phone, "+4915112345679", in: test.pair)
        let name = try #require(DeviceName(rawValue: "Ben"))
        auth.lostMethod = "child.add"
        #expect(await refusal { _ = try await phone.addChild(named: name) } == "lost")
        let ben = try await phone.addChild(named: name)
        #expect(try await phone.children().map(\.childId) == [ben])
        auth.lostMethod = "child.invite"
        #expect(await refusal { _ = try await phone.inviteChild(ben, .code) } == "lost")
        let first = try await phone.inviteChild(ben, .code).code
        let second = try await phone.inviteChild(ben, .code).code
        #expect(first != second)
        await #expect(throws: DeviceFault.self) { try await test.tablet.join(by: first) }
        #expect(try await test.tablet.join(by: second).childId == ben)
    }
}
