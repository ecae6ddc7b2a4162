import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

/// An invite, as it is shown once.
public struct InviteOutput: Codable, Sendable {
    public let name: String
    public let code: String
    public let link: String?
    public let expiresAtMs: Instant
    /// The state of the app while it shows the invite; absent for the invite of another parent.
    public let state: ParentSession.State?

    init(_ invite: InviteView, of name: String, on device: Device) async throws(DeviceFault) {
        self.name = name
        code = invite.code.reveal
        link = invite.link
        expiresAtMs = invite.expiresAtMs
        let shown = try await device.store.profile().appState
        state = shown == .childInviteCreated ? shown : nil
        try await device.dismissFamilyScreen()
    }

    /// The code in groups, or the link with its QR code where one has room for it.
    func text(_ use: String) -> String {
        let until = "It is valid until \(expiresAtMs), once."
        guard let link else {
            return
                "The code for \(name.escapingUnprintable): \(InviteCode(typed: code)?.grouped ?? code)\n\(use) CODE\n\(until)"
        }
        let picture = QRCode(Array(link.utf8)).map { $0.text + "\n" } ?? ""
        return "\(picture)\(link.escapingUnprintable)\n\(until)"
    }
}

/// Invites a device for a child.
public struct InviteChild: DeviceCommand {
    private enum CodingKeys: CodingKey { case child, link }

    public var child: String
    /// True for a link with a QR code in place of a code to be typed.
    public var link: Bool?
    /// Not needed where the child has never had a device.
    public var confirmation: OwnSecret

    public init(child: String, link: Bool? = nil, confirmation: OwnSecret = OwnSecret()) {
        (self.child, self.link, self.confirmation) = (child, link, confirmation)
    }

    public init(from decoder: any Decoder) throws {
        confirmation = try OwnSecret(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        child = try members.decode(String.self, forKey: .child)
        link = try members.decodeIfPresent(Bool.self, forKey: .link)
    }

    public func run(on device: Device) async throws -> InviteOutput {
        let child = try await device.child(named: child)
        let invite = try await device.inviteChild(child.childId, link == true ? .link : .code, confirmation.confirming)
        return try await InviteOutput(invite, of: child.name, on: device)
    }

    public static func text(of output: InviteOutput) -> String {
        output.text("On the child's device: latchkey child join")
    }

    public var commandLine: [String] {
        ["parent", "invite", child] + (link == true ? ["--link"] : []) + confirmation.words
    }

    public var standardInput: String { confirmation.line }
}

/// Ends the access of a child who is locked out or has forgotten the PIN, and invites its device anew.
public struct ResetChildAccess: DeviceCommand {
    private enum CodingKeys: CodingKey { case child, link }

    public var child: String
    /// True for a link with a QR code in place of a code to be typed.
    public var link: Bool?
    public var confirmation: OwnSecret

    public init(child: String, link: Bool? = nil, confirmation: OwnSecret = OwnSecret()) {
        (self.child, self.link, self.confirmation) = (child, link, confirmation)
    }

    public init(from decoder: any Decoder) throws {
        confirmation = try OwnSecret(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        child = try members.decode(String.self, forKey: .child)
        link = try members.decodeIfPresent(Bool.self, forKey: .link)
    }

    public func run(on device: Device) async throws -> InviteOutput {
        let child = try await device.child(named: child)
        let invite = try await device.resetChildAccess(
            child.childId, link == true ? .link : .code, confirmation.confirming)
        return try await InviteOutput(invite, of: child.name, on: device)
    }

    public static func text(of output: InviteOutput) -> String {
        output.text("On the child's device: latchkey child join")
    }

    public var commandLine: [String] {
        ["parent", "reset", child] + (link == true ? ["--link"] : []) + confirmation.words
    }

    public var standardInput: String { confirmation.line }
}

/// Invites another parent of a child.
public struct InviteParent: DeviceCommand {
    private enum CodingKeys: CodingKey { case child, link }

    public var child: String
    /// True for a link with a QR code in place of a code to be typed.
    public var link: Bool?
    public var confirmation: OwnSecret

    public init(child: String, link: Bool? = nil, confirmation: OwnSecret = OwnSecret()) {
        (self.child, self.link, self.confirmation) = (child, link, confirmation)
    }

    public init(from decoder: any Decoder) throws {
        confirmation = try OwnSecret(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        child = try members.decode(String.self, forKey: .child)
        link = try members.decodeIfPresent(Bool.self, forKey: .link)
    }

    public func run(on device: Device) async throws -> InviteOutput {
        let child = try await device.child(named: child)
        let invite = try await device.inviteParent(
            of: child.childId, link == true ? .link : .code, confirmation.confirming)
        return try await InviteOutput(invite, of: child.name, on: device)
    }

    public static func text(of output: InviteOutput) -> String {
        output.text("The other parent accepts it: latchkey parent accept")
    }

    public var commandLine: [String] {
        ["parent", "invite-parent", child] + (link == true ? ["--link"] : []) + confirmation.words
    }

    public var standardInput: String { confirmation.line }
}

/// Asks for the admission of the new device of another parent of a child.
public struct AdmitParent: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let name: String
        public let admittedAtMs: Instant
    }

    public var child: String
    /// The two digits that the other parent's device shows.
    public var digits: String

    public init(child: String, digits: String) { (self.child, self.digits) = (child, digits) }

    public func run(on device: Device) async throws -> Output {
        let child = try await device.child(named: child)
        return Output(
            name: child.name, admittedAtMs: try await device.admitParent(of: child.childId, digits: digits))
    }

    public static func text(of output: Output) -> String {
        """
        The new device of the other parent of \(output.name.escapingUnprintable) is admitted on \(output.admittedAtMs), \
        unless an earlier device of that parent is used before.
        """
    }

    public var commandLine: [String] { ["parent", "admit", child, digits] }
}

/// Makes the person a parent of the child of an invite.
public struct AcceptChild: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let childId: AccountID
        public let name: String
    }

    /// The code as it was typed, or the link.
    public var code: String

    public init(code: String) { self.code = code }

    public func run(on device: Device) async throws -> Output {
        let child = try await device.acceptParent(by: InviteText.code(code))
        return Output(childId: child.childId, name: child.name)
    }

    public static func text(of output: Output) -> String {
        "You are a parent of \(output.name.escapingUnprintable) now."
    }

    public var commandLine: [String] { ["parent", "accept", "-"] }

    public var standardInput: String { "\(code)\n" }
}
