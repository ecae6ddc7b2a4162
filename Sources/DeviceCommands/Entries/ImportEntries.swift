public import Interchange
public import LatchkeyDevice
import Primitives

/// Adds the entries of a file.
public struct ImportEntries: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The format that was stated or found.
        public let format: String
        /// True if nothing was added, but only reported.
        public let dryRun: Bool
        public let added: [EntryLabel]
        public let duplicates: [Duplicate]
        public let rejected: [Rejected]
        /// Sentences about the file as a whole.
        public let remarks: [String]
    }

    /// An entry of the file that is here already, or earlier in the file. One of `of` and `ofPosition` is present.
    public struct Duplicate: Codable, Sendable {
        /// The position in the file, such as `line 4`.
        public let position: String
        public let of: EntryLabel?
        public let ofPosition: String?

        init(_ duplicate: ImportReport.Duplicate) {
            position = duplicate.position.description
            switch duplicate.original {
            case .here(let entry): (of, ofPosition) = (EntryLabel(entry), nil)
            case .earlier(let earlier): (of, ofPosition) = (nil, earlier.description)
            }
        }
    }

    /// A part of the file that is no entry.
    public struct Rejected: Codable, Sendable {
        /// The position in the file, such as `line 4`.
        public let position: String
        public let reason: String
    }

    /// The content of the file.
    private let file: [UInt8]
    /// The format; nil to find it from the content.
    private let format: ExchangeFormat?
    private let password: FilePassword?
    private let isDryRun: Bool

    private enum CodingKeys: String, CodingKey { case text, format, password, dryRun }

    public init(file: [UInt8], format: ExchangeFormat? = nil, password: FilePassword? = nil, isDryRun: Bool = false) {
        (self.file, self.format, self.password, self.isDryRun) = (file, format, password, isDryRun)
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        file = Array(try members.decode(String.self, forKey: .text).utf8)
        format = try members.decodeIfPresent(ExchangeFormat.self, forKey: .format)
        password = try members.decodeIfPresent(FilePassword.self, forKey: .password)
        isDryRun = try members.decodeIfPresent(Bool.self, forKey: .dryRun) ?? false
    }

    public func run(on device: Device) async throws -> Output {
        let report = try await device.importEntries(from: file, as: format, password: password, isDryRun: isDryRun)
        return Output(
            format: report.format.rawValue, dryRun: isDryRun, added: report.added.map(EntryLabel.init),
            duplicates: report.duplicates.map(Duplicate.init),
            rejected: report.rejected.map { Rejected(position: $0.position.description, reason: $0.reason) },
            remarks: report.remarks.map(\.description))
    }

    public static func text(of output: Output) -> String {
        let count = output.added.count
        let added = output.dryRun ? "Nothing was added. It would be: \(count)." : "Added \(count)."
        let duplicates = output.duplicates.isEmpty ? "" : " Already here: \(output.duplicates.count)."
        let same = output.duplicates.map { duplicate in
            let original = duplicate.of?.text ?? duplicate.ofPosition ?? ""
            return "\(duplicate.position.capitalisedFirst) is the same entry as \(original)."
        }
        let rejected = output.rejected.map { "\($0.position.capitalisedFirst) was not added: \($0.reason)" }
        return ([added + duplicates] + same + rejected + output.remarks).joined(separator: "\n")
    }

    public var commandLine: [String] {
        ["import", "-"] + (format.map { ["--format=\($0.rawValue)"] } ?? [])
            + (password == nil ? [] : ["--password-fd=0"]) + (isDryRun ? ["--dry-run"] : [])
    }

    public var standardInput: String {
        (password.map { $0.reveal + "\n" } ?? "") + String(decoding: file, as: UTF8.self)
    }
}

extension String {
    /// The text with its first letter in upper case.
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
