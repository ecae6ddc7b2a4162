import Contracts
import DPoP
import Domain
import PIN
import PairSupport
import Primitives
import SQL
import Synchronization
import Testing

@testable import LatchkeyDevice

/// The recovery codes of a person, each of which is given once.
final class UnusedRecoveryCodes: Sendable {
    private let codes: Mutex<[RecoveryCode]>

    init(_ codes: [RecoveryCode]) { self.codes = Mutex(codes) }

    func next() throws -> RecoveryCode {
        let code = codes.withLock { $0.popLast() }
        return try #require(code)
    }
}

/// A parent's phone with one child, and a tablet for the child, with the real services in this process. Their
/// connections to auth can fail.
struct FamilyPair {
    static let number = "+4915112345678"

    let pair: ServicePair
    let parent: Device
    let tablet: Device
    let auth: FaultyConnection
    /// The parent's connection to auth.
    let parentAuth: FaultyConnection
    let keys: DeviceKeys
    let child: AccountID
    /// The parent's recovery codes, each given once.
    private let codes: UnusedRecoveryCodes

    init() async throws {
        pair = try await ServicePair()
        auth = FaultyConnection(pair.authConnection)
        parentAuth = FaultyConnection(pair.authConnection)
        keys = DeviceKeys(pair.random)
        parent = try await pair.makeDevice("parent", name: "Ada's phone", auth: parentAuth)
        tablet = try await pair.makeDevice("tablet", name: "Mia's tablet", keys: keys, auth: auth)
        try await Self.register(parent, Self.number, in: pair)
        _ = try await parent.showFirstScreens()
        codes = UnusedRecoveryCodes(try await parent.makeRecoveryCodes().codes)
        child = try await parent.addChild(named: try #require(DeviceName(rawValue: "Mia")))
    }

    /// Registers a parent and leaves the first screens unseen.
    static func register(_ device: Device, _ number: String, in pair: ServicePair) async throws {
        _ = try await device.register(phone: number, group: try #require(GroupID(rawValue: "home")))
        _ = try await device.confirm(code: code(number, in: pair))
    }

    /// Logs a parent in again on a device that is admitted.
    static func logIn(_ device: Device, _ number: String = number, in pair: ServicePair) async throws {
        try await pair.advance(by: .seconds(61))
        _ = try await device.login(phone: number)
        _ = try await device.confirm(code: code(number, in: pair))
    }

    private static func code(_ number: String, in pair: ServicePair) async throws -> OneTimeCode {
        try await pair.settle()
        return try #require(pair.inbox.code(for: number).flatMap { OneTimeCode($0) })
    }

    static func pin() throws -> PINSecret { try PINSecret(digits: "4938") }
    static func wrong() throws -> PINSecret { try PINSecret(digits: "7391") }

    static func other() throws -> PINSecret { try PINSecret(digits: "6207") }

    func invite() async throws -> InviteCode {
        let code: InviteCode
        do throws(DeviceFault) {
            code = try await parent.inviteChild(child, .code).code
        } catch  where error.refusal == "confirmationRequired" {
            code = try await parent.inviteChild(child, .code, confirming()).code
        }
        try await parent.dismissFamilyScreen()
        return code
    }

    /// A recovery code of the parent's, which confirms an act.
    func confirming() throws -> Device.Confirming {
        .recoveryCode(try codes.next())
    }

    /// Another device of the parent's, admitted by a recovery code.
    func secondDevice() async throws -> Device {
        let device = try await pair.makeDevice("second", name: "Ada's tablet")
        try await Self.logIn(device, in: pair)
        _ = try await device.admitByRecoveryCode(codes.next())
        _ = try await device.showFirstScreens()
        return device
    }

    /// Ends the access of the child and makes a new invite.
    func resetAccess() async throws -> InviteCode {
        try await parent.resetChildAccess(child, .code, confirming()).code
    }

    /// Binds the tablet and makes its PIN, which logs the child in.
    func join(_ device: Device? = nil) async throws {
        let device = device ?? tablet
        try await device.join(by: invite())
        try await device.logInChild(Self.pin())
    }

    /// Binds the tablet, and adds an entry that the vault has and one that was never sent.
    func joinWithEntries() async throws {
        try await join()
        _ = try await tablet.add(uri: DeviceFixture.uri("Bank"))
        _ = try await tablet.sync()
        _ = try await tablet.add(uri: DeviceFixture.uri("Draft"))
    }

    /// The state of the access on the tablet.
    func state(_ device: Device? = nil) async throws -> ChildAccess.State? {
        try await (device ?? tablet).store.profile().child?.state
    }

    /// The state of the access as the parents see it.
    func view() async throws -> ChildView {
        try #require(try await parent.children().first { $0.childId == child })
    }

    /// The tablet after a restart of the app, with what its platform and its disk hold.
    func restart() async throws -> Device {
        await tablet.store.database.close()
        let device = try await pair.makeDevice("tablet", name: "Mia's tablet", keys: keys, auth: auth)
        try await device.appStarted()
        return device
    }

    /// The tablet's store on another tablet, with another device key, as after a reinstallation.
    func reinstalled() async throws -> Device {
        Device(
            name: tablet.name, auth: auth, authURL: ServicePair.authURL, vault: pair.vaultConnection,
            key: .generate(pair.random), store: tablet.store, clock: tablet.clock, random: tablet.random)
    }

    /// Enters wrong PINs until the access is locked.
    func lock() async throws {
        for answer in ["pinWrong 2", "pinWrong 1", "locked"] {
            #expect(await refusal { try await tablet.logInChild(Self.wrong()) } == answer)
        }
    }

    /// Carries a call out of which the answer to a method is lost.
    /// - Parameter connection: the parent's or the tablet's; the latter when absent.
    func losingAnswer(
        to method: String, at connection: FaultyConnection? = nil, _ call: () async throws -> Void
    ) async {
        let connection = connection ?? auth
        connection.lostMethod = method
        #expect(await refusal(call) == "lost")
        #expect(connection.lostMethod == nil)
        connection.lostMethod = nil
    }
}
