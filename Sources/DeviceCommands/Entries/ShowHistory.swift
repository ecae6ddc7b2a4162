public import LatchkeyDevice
public import Primitives

/// Lists the versions of an entry that the server has, with the labels of each and what differs.
public struct ShowHistory: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let id: SecretID
        /// True if the server has the entry in its trash.
        public let trashed: Bool
        /// The present version, then the former ones, newest first.
        public let versions: [ListedVersion]
        /// Labels of this device that another device's have replaced.
        public let replaced: [ReplacedLabel]
    }

    /// The id, issuer or account name of an entry of the list or of the server's trash.
    public var entry: String
    /// True if the shared keys are listed too.
    public var secrets: Bool?

    public init(entry: String, secrets: Bool = false) { (self.entry, self.secrets) = (entry, secrets) }

    public func run(on device: Device) async throws -> Output {
        let history = try await device.history(named: entry)
        return Output(
            id: history.id, trashed: history.isInTrash,
            versions: history.versions.enumerated().map { index, version in
                ListedVersion(version, isPresent: index == 0, showsSecret: secrets == true)
            }, replaced: history.replaced)
    }

    public static func text(of output: Output) -> String {
        var lines = output.versions.map(\.text)
        lines += output.replaced.map {
            "Your \($0.name.escapingUnprintable) “\($0.value.escapingUnprintable)” was replaced by another device's at \($0.atMs)."
        }
        lines.append(
            output.versions.count > 1
                ? "Bring one back: latchkey restore ENTRY --version NUMBER." : "There are no former versions.")
        if output.trashed { lines.append("The entry is in the trash. Bring it back: latchkey restore ENTRY.") }
        return lines.joined(separator: "\n")
    }

    public var commandLine: [String] { ["history", entry] + (secrets == true ? ["--secrets"] : []) }
}

/// One version of an entry.
public struct ListedVersion: Codable, Sendable {
    /// The number that `restore` takes.
    public let version: DecimalInt64
    public let changedAtMs: Instant
    public let changedBy: DeviceID
    /// True for the version that the entry has now.
    public let present: Bool
    public let issuer: String
    public let accountName: String
    /// The names of the members whose values differ from the present version's.
    public let differs: [String]
    /// True if the server cannot decrypt the version; else absent.
    public let unreadable: Bool?
    /// The shared key; absent unless asked for.
    public let secret: String?

    init(_ version: EntryHistory.Version, isPresent: Bool, showsSecret: Bool) {
        self.version = DecimalInt64(version.rev)
        (changedAtMs, changedBy, present) = (version.changedAt, version.changedBy, isPresent)
        (issuer, accountName) = (version.label("issuer"), version.label("accountName"))
        differs = version.differences
        unreadable = version.body == nil ? true : nil
        secret = showsSecret ? version.label("secret") : nil
    }

    /// The number, the time, the labels, and what differs. A differing secret is named and not shown.
    var text: String {
        let labels = "\(issuer.escapingUnprintable) (\(accountName.escapingUnprintable))"
        var parts = ["\(version)", "\(changedAtMs)", unreadable == true ? "unreadable" : labels]
        if present { parts.append("present") }
        if !differs.isEmpty { parts.append("differs: " + differs.map(\.escapingUnprintable).joined(separator: ", ")) }
        if let secret { parts.append(secret.escapingUnprintable) }
        return parts.joined(separator: "  ")
    }
}
