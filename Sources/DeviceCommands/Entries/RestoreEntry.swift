public import LatchkeyDevice
public import Primitives

/// Brings back a former version of an entry, or a deleted entry.
public struct RestoreEntry: DeviceCommand {
    /// The id, issuer or account name of the entry.
    public var entry: String
    /// The number of the version in the output of ``ShowHistory``; nil to bring a deleted entry back as it was.
    public var version: DecimalInt64?

    public init(entry: String, version: DecimalInt64? = nil) { (self.entry, self.version) = (entry, version) }

    public func run(on device: Device) async throws -> EntryLabel {
        guard let version else { return EntryLabel(try await device.restoreDeleted(named: entry)) }
        return EntryLabel(try await device.restoreVersion(version.value, ofEntryNamed: entry))
    }

    public static func text(of output: EntryLabel) -> String {
        "Restored \(output.text). It is so here at once, and on the server at the next sync."
    }

    public var commandLine: [String] { ["restore", entry] + (version.map { ["--version", "\($0)"] } ?? []) }
}
