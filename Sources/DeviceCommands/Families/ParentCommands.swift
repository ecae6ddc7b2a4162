import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

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

/// Leaves a child to its other parents, or deletes it.
public struct RemoveChild: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let name: String
        /// Nil if the answer of an earlier removal was lost: the child is gone, and only auth knows how.
        public let isDeleted: Bool?
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
        let children = try await device.children()
        if children.fitting(child).isEmpty, let name = try await device.takeUnansweredRemoval(ofChild: child) {
            return Output(name: name, isDeleted: nil)
        }
        let found = try children.child(named: child)
        let isDeleted = try await device.removeChild(
            found.childId, named: found.name, Device.Confirming(recoveryCode, code, pin))
        return Output(name: found.name, isDeleted: isDeleted)
    }

    public static func text(of output: Output) -> String {
        let name = output.name.escapingUnprintable
        guard let isDeleted = output.isDeleted else {
            return "\(name) is no longer your child: the removal took effect, and its answer was lost."
        }
        return isDeleted
            ? "\(name) is deleted, with all that the server had of it." : "\(name) has its other parents now."
    }

    public var commandLine: [String] {
        ["parent", "remove", child] + Device.Confirming.words(recoveryCode, code, pin)
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}
