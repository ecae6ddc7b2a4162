public import Interchange
public import LatchkeyDevice
import Primitives

/// Writes all entries of the person as a file that other authenticators read.
public struct ExportEntries: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let format: String
        /// The number of entries in the file.
        public let count: Int
        /// The number of entries of another account, which are not in it; absent for none.
        public let foreign: Int?
        /// The entries without an authenticator key, which are not in it, such as `note “Bank: ada”`; absent for none.
        public let others: [String]?
        /// True if the content has the shared keys in plain text.
        public let isPlain: Bool
        /// The content of the file. Every format is text.
        public let content: String
    }

    public var format: ExchangeFormat
    /// Encrypts the file; nil for a plain one.
    public var password: FilePassword?
    /// The PIN, which is needed where the account has one.
    public var pin: EnteredPIN?

    public init(format: ExchangeFormat, password: FilePassword? = nil, pin: EnteredPIN? = nil) {
        (self.format, self.password, self.pin) = (format, password, pin)
    }

    public func run(on device: Device) async throws -> Output {
        let export = try await device.exportEntries(as: format, password: password, pin: pin?.secret)
        return Output(
            format: format.rawValue, count: export.count, foreign: export.foreignCount > 0 ? export.foreignCount : nil,
            others: export.others.isEmpty ? nil : export.others.map(\.description),
            isPlain: password == nil, content: String(decoding: export.content.reveal, as: UTF8.self))
    }

    /// What a person is told beside the file.
    public static func summary(of output: Output, at path: String?) -> String {
        let written = "Exported \(output.count)" + (path.map { " to \($0)." } ?? ".")
        let foreign = output.foreign.map { "Not in it, because they belong to another account: \($0)." }
        let others = output.others.map {
            "Not in it, because they hold no authenticator key: \($0.count) (\($0.joined(separator: ", ")))."
        }
        let warning =
            output.isPlain
            ? "It holds the shared keys in plain text: whoever reads it can make your codes. Delete it after use." : nil
        return ([written] + [foreign, others, warning].compactMap(\.self)).joined(separator: "\n")
    }

    public static func text(of output: Output) -> String { output.content }

    public var commandLine: [String] {
        ["export", "--format=\(format.rawValue)"] + (password == nil ? [] : ["--encrypt"])
    }

    public var standardInput: String { UnlockDevice.line(pin) + (password.map { $0.reveal + "\n" } ?? "") }
}
