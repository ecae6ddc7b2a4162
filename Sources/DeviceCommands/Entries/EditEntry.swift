public import LatchkeyDevice

/// Changes the labels of an entry.
public struct EditEntry: DeviceCommand {
    /// The id, issuer or account name of the entry.
    public var entry: String
    public var issuer: String?
    public var accountName: String?

    public init(entry: String, issuer: String?, accountName: String?) {
        self.entry = entry
        self.issuer = issuer
        self.accountName = accountName
    }

    public func run(on device: Device) async throws -> EntryLabel {
        guard issuer != nil || accountName != nil else {
            throw ArgumentFault("edit needs “issuer” or “accountName”")
        }
        let found = try await device.entry(named: entry)
        return EntryLabel(try await device.edit(found, issuer: issuer, accountName: accountName))
    }

    public static func text(of output: EntryLabel) -> String { "Changed: \(output.text)." }

    public var commandLine: [String] {
        ["edit", entry] + (issuer.map { ["--issuer=\($0)"] } ?? [])
            + (accountName.map { ["--account-name=\($0)"] } ?? [])
    }
}
