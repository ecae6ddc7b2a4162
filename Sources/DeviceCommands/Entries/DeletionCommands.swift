public import LatchkeyDevice
public import Primitives

/// Lists the entries of the local trash that can still be brought back.
public struct ListDeletions: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let deletions: [ListedDeletion]
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(deletions: try await device.deletions().compactMap(ListedDeletion.init))
    }

    public static func text(of output: Output) -> String {
        guard !output.deletions.isEmpty else { return "No deletions wait for you." }
        let footer = output.deletions.contains(where: \.held) ? advice : adviceWithoutHeld
        return (output.deletions.map(\.text) + [footer]).joined(separator: "\n")
    }

    /// The sentence that says how to decide, where deletions wait for a decision.
    static let advice = "Choose: latchkey deletions accept [ENTRY], or latchkey deletions reject [ENTRY]."
    /// The sentence that says how to bring back one of the entries that are erased after 30 days.
    static let adviceWithoutHeld = "Bring an entry back: latchkey deletions reject ENTRY."

    public var commandLine: [String] { ["deletions"] }
}

/// One entry of the local trash.
public struct ListedDeletion: Codable, Sendable {
    public let id: SecretID
    public let issuer: String
    public let accountName: String
    /// The time at which this device learnt of the deletion.
    public let deletedAtMs: Instant
    /// True if the deletion waits for a decision; else the entry is erased 30 days after `deletedAtMs`.
    public let held: Bool

    init?(_ entry: LocalEntry) {
        guard let trash = entry.trash else { return nil }
        id = entry.id
        issuer = entry.issuer
        accountName = entry.accountName
        deletedAtMs = trash.at
        held = trash.state == .held
    }

    var text: String {
        "\(issuer.escapingUnprintable) (\(accountName.escapingUnprintable))  deleted on the server \(deletedAtMs)"
            + (held ? "  waits for your choice" : "  erased here after 30 days")
    }
}

/// Erases deleted entries from this device: one of the local trash by its name, or all that wait for a decision.
public struct AcceptDeletions: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let erased: [EntryLabel]
    }

    public var selection: DeletionSelection

    public init(_ selection: DeletionSelection) { self.selection = selection }

    public init(from decoder: any Decoder) throws { selection = try DeletionSelection(from: decoder) }

    public func run(on device: Device) async throws -> Output {
        Output(erased: try await selection.labels(on: device, after: device.acceptDeletion))
    }

    public static func text(of output: Output) -> String { DeletionSelection.text(of: output.erased, "Erased here") }

    public var commandLine: [String] { ["deletions", "accept"] + selection.words }
}

/// Brings deleted entries back: one of the local trash by its name, or all that wait for a decision.
public struct RejectDeletions: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let restored: [EntryLabel]
    }

    public var selection: DeletionSelection

    public init(_ selection: DeletionSelection) { self.selection = selection }

    public init(from decoder: any Decoder) throws { selection = try DeletionSelection(from: decoder) }

    public func run(on device: Device) async throws -> Output {
        Output(restored: try await selection.labels(on: device, after: device.rejectDeletion))
    }

    public static func text(of output: Output) -> String {
        DeletionSelection.text(of: output.restored, "Restored, and sent at the next sync")
    }

    public var commandLine: [String] { ["deletions", "reject"] + selection.words }
}
