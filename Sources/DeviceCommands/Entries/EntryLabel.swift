import LatchkeyDevice
public import Primitives

/// The name of an entry in outputs.
public struct EntryLabel: Codable, Sendable {
    public let id: SecretID
    public let issuer: String
    public let accountName: String

    init(_ entry: LocalEntry) {
        id = entry.id
        issuer = entry.issuer
        accountName = entry.accountName
    }

    var text: String { "\(issuer) (\(accountName))" }
}
