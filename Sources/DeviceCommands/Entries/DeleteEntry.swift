public import LatchkeyDevice

/// Deletes an entry.
public struct DeleteEntry: DeviceCommand {
    /// The id, issuer or account name of the entry.
    public var entry: String

    public init(entry: String) { self.entry = entry }

    public func run(on device: Device) async throws -> EntryLabel {
        let found = try await device.entry(named: entry)
        try await device.delete(found)
        return EntryLabel(found)
    }

    public static func text(of output: EntryLabel) -> String {
        "Deleted \(output.text). Hidden here at once; the deletion is sent at the next sync."
    }

    public var commandLine: [String] { ["delete", entry] }
}
