public import LatchkeyDevice
public import Primitives

/// Lists the entries of the server's trash.
public struct ListTrash: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let trash: [ListedTrash]
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(trash: try await device.serverTrash().map(ListedTrash.init))
    }

    public static func text(of output: Output) -> String {
        guard !output.trash.isEmpty else { return "The server's trash is empty." }
        return (output.trash.map(\.text) + ["Bring an entry back: latchkey restore ENTRY."]).joined(separator: "\n")
    }

    public var commandLine: [String] { ["trash"] }
}

/// One entry of the server's trash.
public struct ListedTrash: Codable, Sendable {
    public let id: SecretID
    public let issuer: String
    public let accountName: String
    /// The time at which it was put into the trash; the server erases it 30 days later.
    public let deletedAtMs: Instant?
    /// True if the server cannot decrypt it; else absent.
    public let unreadable: Bool?

    init(_ item: TrashedItem) {
        (id, issuer, accountName, deletedAtMs) = (item.id, item.issuer, item.accountName, item.deletedAt)
        unreadable = item.isReadable ? nil : true
    }

    var text: String {
        let labels = "\(issuer.escapingUnprintable) (\(accountName.escapingUnprintable))"
        let label = unreadable == true ? "\(id)  unreadable" : labels
        return label + (deletedAtMs.map { "  deleted \($0)" } ?? "") + "  erased on the server after 30 days"
    }
}
