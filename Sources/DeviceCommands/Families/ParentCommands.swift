import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

/// A child that no name or id fits, or more than one.
struct ChildNameFault: ReportedFault {
    let sentence: String
    var name: String { "noSuchChild" }

    init(_ name: String, among children: [ChildView]) {
        let choices = children.map { "\($0.name.escapingUnprintable) (\($0.childId))" }.joined(separator: ", ")
        sentence =
            children.isEmpty
            ? "You have no child here. Add one: latchkey parent add NAME"
            : "No child, or more than one, is named “\(name.escapingUnprintable)”. Choose by name or id: \(choices)."
    }
}

extension Device {
    /// Finds a child of the person by its name, in upper or lower case, or by its id.
    func child(named name: String) async throws -> ChildView {
        let children = try await children()
        let found = children.filter { "\($0.childId)" == name || $0.name.lowercased() == name.lowercased() }
        guard found.count == 1, let child = found.first else { throw ChildNameFault(name, among: children) }
        return child
    }
}

/// Adds a child.
public struct AddChild: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let childId: AccountID
        public let name: String
    }

    public var name: String

    public init(name: String) { self.name = name }

    public func run(on device: Device) async throws -> Output {
        guard let name = DeviceName(rawValue: name) else {
            throw ArgumentFault("A name has 1 to \(DeviceName.maximumLength) characters, all of them printable.")
        }
        return Output(childId: try await device.addChild(named: name), name: name.rawValue)
    }

    public static func text(of output: Output) -> String {
        "Added \(output.name.escapingUnprintable). Invite its device: latchkey parent invite \(output.name.escapingUnprintable)"
    }

    public var commandLine: [String] { ["parent", "add", name] }
}

/// Lists the person's children.
public struct ListChildren: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let children: [Child]
    }

    public struct Child: Codable, Sendable {
        public let childId: AccountID
        public let name: String
        public let state: ChildAccess.State
        public let parents: Int
        public let inviteUntilMs: Instant?
        public let deviceName: String?
        public let attemptsLeft: Int?
        public let parentAdmittedAtMs: Instant?
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(
            children: try await device.children().map {
                Child(
                    childId: $0.childId, name: $0.name, state: $0.state, parents: $0.parents,
                    inviteUntilMs: $0.inviteExpiresAtMs, deviceName: $0.deviceName, attemptsLeft: $0.attemptsLeft,
                    parentAdmittedAtMs: $0.parentAdmittedAtMs)
            })
    }

    public static func text(of output: Output) -> String {
        if output.children.isEmpty { return "No children. Add one: latchkey parent add NAME" }
        return output.children.map { child in
            let device = child.deviceName.map { ", on “\($0.escapingUnprintable)”" } ?? ""
            let invite = child.inviteUntilMs.map { ", invited until \($0)" } ?? ""
            let admission =
                child.parentAdmittedAtMs.map { ", the new device of another parent is admitted on \($0)" } ?? ""
            return "\(child.name.escapingUnprintable)  \(child.state.rawValue)\(device)\(invite)\(admission)"
        }.joined(separator: "\n")
    }

    public var commandLine: [String] { ["parent", "list"] }
}

/// An act of a parent on one child.
public struct ActOutput: Codable, Sendable {
    public let name: String
    /// The state of the app while it shows the result; absent where it stays on the list of the children.
    public let state: ParentSession.State?
}

/// The acts on one child that have nothing to show but that they are done.
public protocol ChildAct: DeviceCommand where Output == ActOutput {
    var child: String { get }
    static var word: String { get }
    static func done(_ name: String) -> String
    static func act(on child: AccountID, _ device: Device) async throws
}

extension ChildAct {
    public func run(on device: Device) async throws -> ActOutput {
        let child = try await device.child(named: child)
        try await Self.act(on: child.childId, device)
        let state = try await device.store.profile().appState
        try await device.dismissFamilyScreen()
        return ActOutput(name: child.name, state: state == .parentHome ? nil : state)
    }

    public static func text(of output: ActOutput) -> String { done(output.name.escapingUnprintable) }

    public var commandLine: [String] { ["parent", Self.word, child] }
}

/// Withdraws the open invites of a child.
public struct WithdrawInvite: ChildAct {
    public static let word = "withdraw"
    public var child: String
    public init(child: String) { self.child = child }
    public static func done(_ name: String) -> String { "\(name) has no open invite any more." }
    public static func act(on child: AccountID, _ device: Device) async throws {
        try await device.withdrawInvites(of: child)
    }
}

/// Unlocks the access of a child after too many wrong PINs.
public struct UnlockChild: ChildAct {
    public static let word = "unlock"
    public var child: String
    public init(child: String) { self.child = child }
    public static func done(_ name: String) -> String { "\(name) may enter the PIN again. It is the same as before." }
    public static func act(on child: AccountID, _ device: Device) async throws { try await device.unlockChild(child) }
}

/// Withdraws the access of a child.
public struct RevokeChild: ChildAct {
    public static let word = "revoke"
    public var child: String
    public init(child: String) { self.child = child }
    public static func done(_ name: String) -> String {
        "\(name) has no access any more. The entries stay on the server; to give it back: latchkey parent invite \(name)"
    }
    public static func act(on child: AccountID, _ device: Device) async throws { try await device.revokeChild(child) }
}

/// Ends the session of a child.
public struct EndChildSession: ChildAct {
    public static let word = "end-session"
    public var child: String
    public init(child: String) { self.child = child }
    public static func done(_ name: String) -> String { "\(name) has to enter the PIN again." }
    public static func act(on child: AccountID, _ device: Device) async throws {
        try await device.endSessions(ofChild: child)
    }
}

/// Leaves a child to its other parents, or deletes it.
public struct RemoveChild: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let name: String
        public let isDeleted: Bool
    }

    public var child: String
    /// The confirmation of a deletion: one of the three.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?
    public var pin: EnteredPIN?

    public init(child: String, recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil, pin: EnteredPIN? = nil) {
        (self.child, self.recoveryCode, self.code, self.pin) = (child, recoveryCode, code, pin)
    }

    public func run(on device: Device) async throws -> Output {
        let child = try await device.child(named: child)
        let isDeleted = try await device.removeChild(child.childId, Device.Confirming(recoveryCode, code, pin))
        return Output(name: child.name, isDeleted: isDeleted)
    }

    public static func text(of output: Output) -> String {
        let name = output.name.escapingUnprintable
        return output.isDeleted
            ? "\(name) is deleted, with all that the server had of it." : "\(name) has its other parents now."
    }

    public var commandLine: [String] {
        ["parent", "remove", child] + Device.Confirming.words(recoveryCode, code, pin)
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}
