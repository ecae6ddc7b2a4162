import Domain
public import LatchkeyDevice
public import Primitives

/// The access of a child on this device.
public struct ChildOutput: Codable, Sendable {
    public let app: AppOutput
    /// The account of the child; absent while the device is not bound.
    public let childId: AccountID?
    /// The wrong PINs that are left, if auth has named them.
    public let attemptsLeft: Int?
    /// The numbers of the sync that followed a login; absent without one.
    public var sync: Synced?
    /// Why the sync that followed failed, as a sentence; absent if it did not.
    public var syncFault: String?
    /// The text of the Logged Out screen.
    public let notice: String?

    public struct Synced: Codable, Sendable {
        public let sent: Int
        public let received: Int
        public let removed: Int
    }

    init(on device: Device) async throws(DeviceFault) {
        app = try await AppOutput(on: device)
        let profile = try await device.store.profile()
        childId = profile.child?.childId
        attemptsLeft = profile.child?.attemptsLeft
        notice = profile.notice
    }

    /// Shows the first screen after a login and synchronises. A sync that fails does not undo the login.
    static func afterLogin(on device: Device) async throws(DeviceFault) -> ChildOutput {
        var output = try await ChildOutput(on: device)
        do throws(DeviceFault) {
            let report = try await device.sync()
            output.sync = Synced(sent: report.sent, received: report.received, removed: report.removed)
        } catch {
            output.syncFault = error.sentence
        }
        return output
    }

    var text: String {
        var lines = app.lines
        if let notice { lines.insert(notice, at: 0) }
        if let sync { lines.append("Sent \(sync.sent), received \(sync.received), removed \(sync.removed).") }
        if let syncFault { lines.append("The entries are not synced: \(syncFault)") }
        if app.screens == nil { lines.append(advice) }
        return lines.joined(separator: "\n")
    }

    /// What the child does in this state.
    private var advice: String {
        let left = attemptsLeft.map { " Attempts left: \($0)." } ?? ""
        return switch ChildAccess.State(rawValue: app.state) {
        case .childInviteVerify, .childDeviceBind: "This device waits for an invite code: latchkey child join CODE"
        case .childPINSetup: "This device is bound. Make its PIN: latchkey child login"
        case .authChild, .childHome: "You are logged in."
        case .childPINLogin: "Enter your PIN: latchkey child login.\(left)"
        case .childAccessLocked:
            "Too many wrong PINs were entered, or the service was restored from an older copy. Ask a parent to unlock this device."
        case .parentVerificationRequired: "Ask a parent for a new invite, then: latchkey child join CODE"
        case .childAccessRevoked: "A parent has withdrawn the access of this device."
        case .unauthenticated where childId != nil: "You have logged out. To log in: latchkey child login"
        case .unauthenticated, nil: "This device belongs to no child. To join a family: latchkey child join CODE"
        }
    }
}

/// Binds this device to a child by an invite code or its link, makes the PIN, and synchronises.
public struct JoinFamily: DeviceCommand {
    /// The code as it was typed, or the link.
    public var code: String
    /// The new PIN; nil to bind the device alone, for `latchkey child login` to make it.
    public var pin: EnteredPIN?

    public init(code: String, pin: EnteredPIN?) { (self.code, self.pin) = (code, pin) }

    public func run(on device: Device) async throws -> ChildOutput {
        try await device.join(by: InviteText.code(code), making: pin?.secret)
        guard let pin else { return try await ChildOutput(on: device) }
        try await device.logInChild(pin.secret)
        return try await ChildOutput.afterLogin(on: device)
    }

    public static func text(of output: ChildOutput) -> String { output.text }

    public var commandLine: [String] { ["child", "join", "-"] + (pin == nil ? ["--bind-only"] : []) }

    public var standardInput: String { "\(code)\n" + (pin.map { "\($0.text)\n" } ?? "") }
}

/// Logs the child in by the PIN of this device, or makes the PIN where it has none yet, and synchronises.
public struct LogInChild: DeviceCommand {
    public var pin: EnteredPIN

    public init(pin: EnteredPIN) { self.pin = pin }

    public func run(on device: Device) async throws -> ChildOutput {
        try await device.logInChild(pin.secret)
        return try await ChildOutput.afterLogin(on: device)
    }

    public static func text(of output: ChildOutput) -> String { output.text }

    public var commandLine: [String] { ["child", "login"] }

    public var standardInput: String { "\(pin.text)\n" }
}

/// Says that the child has forgotten the PIN.
public struct ForgetChildPIN: ArgumentlessCommand {
    public init() {}

    public func run(on device: Device) async throws -> ChildOutput {
        _ = try await device.forgetChildPIN()
        return try await ChildOutput(on: device)
    }

    public static func text(of output: ChildOutput) -> String { output.text }

    public var commandLine: [String] { ["child", "forgot"] }
}

/// Asks auth for the state of the child's access, and shows it.
public struct ShowChildState: ArgumentlessCommand {
    public init() {}

    public func run(on device: Device) async throws -> ChildOutput {
        try await device.childAccess()
        return try await ChildOutput(on: device)
    }

    public static func text(of output: ChildOutput) -> String { output.text }

    public var commandLine: [String] { ["child", "state"] }
}

/// An invite as a person gives it: the code, or the link of a QR code, which ends with it.
enum InviteText {
    /// - Throws: `ArgumentFault` for a text that is neither.
    static func code(_ text: String) throws(ArgumentFault) -> InviteCode {
        let part = text.split(separator: "#", omittingEmptySubsequences: false).last.map(String.init) ?? text
        guard let code = InviteCode(typed: part) else {
            throw ArgumentFault("An invite code has 8 letters and digits, or is the link that a parent's device shows.")
        }
        return code
    }
}
