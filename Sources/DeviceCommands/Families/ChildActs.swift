import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

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
    public static func done(_ name: String) -> String {
        "\(name) may log in again. A PIN that was made stays the same."
    }
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
