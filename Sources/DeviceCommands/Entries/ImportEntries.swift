public import LatchkeyDevice

/// Adds the entries of a text with one otpauth address a line.
public struct ImportEntries: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let added: [EntryLabel]
        /// Numbers, from 1, of lines whose entry was already on this device or earlier in the text.
        public let duplicateLines: [Int]
        public let rejected: [RejectedLine]
    }

    public struct RejectedLine: Codable, Sendable {
        /// The line's number, from 1.
        public let line: Int
        public let reason: String
    }

    public var text: String

    public init(text: String) { self.text = text }

    public func run(on device: Device) async throws -> Output {
        let report = try await device.importEntries(from: text)
        return Output(
            added: report.added.map(EntryLabel.init), duplicateLines: report.duplicateLines,
            rejected: report.rejected.map { RejectedLine(line: $0.number, reason: $0.reason) })
    }

    public static func text(of output: Output) -> String {
        let duplicates = output.duplicateLines.count
        let counts = "Added \(output.added.count)." + (duplicates == 0 ? "" : " Already here: \(duplicates).")
        let rejected = output.rejected.map { "Line \($0.line) is no entry: \($0.reason)" }
        return ([counts] + rejected).joined(separator: "\n")
    }

    public var commandLine: [String] { ["import", "-"] }
    public var standardInput: String { text }
}
