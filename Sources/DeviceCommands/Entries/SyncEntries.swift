public import LatchkeyDevice
public import Primitives

/// Sends unsent changes and pulls the server's.
public struct SyncEntries: ArgumentlessCommand {
    /// The counts and lists of `SyncReport`.
    public struct Output: Codable, Sendable {
        public let received: Int
        public let removed: Int
        public let sent: Int
        public let copies: [SecretID]
        public let gone: [SecretID]
        public let rejected: [RejectedChange]

        init(_ report: SyncReport) {
            received = report.received
            removed = report.removed
            sent = report.sent
            copies = report.copies
            gone = report.gone
            rejected = report.rejected.sorted { $0.key < $1.key }.map { RejectedChange(id: $0, reason: $1) }
        }
    }

    public struct RejectedChange: Codable, Sendable {
        public let id: SecretID
        public let reason: String
    }

    public init() {}

    public func run(on device: Device) async throws -> Output { Output(try await device.sync()) }

    public static func text(of output: Output) -> String {
        var lines = ["Sent \(output.sent), received \(output.received), removed \(output.removed)."]
        if !output.copies.isEmpty {
            lines.append("Changed here and on the server; both versions were kept: \(output.copies.count).")
        }
        if !output.gone.isEmpty {
            lines.append("Deleted on another device and changed here: \(output.gone.count).")
        }
        lines += output.rejected.map { "The server rejected \($0.id): \($0.reason)." }
        if !output.gone.isEmpty || !output.rejected.isEmpty { lines.append(UndecidedSelection.advice) }
        return lines.joined(separator: "\n")
    }

    public var commandLine: [String] { ["sync"] }
}
