/// The state of a secret that the vault has a row of. Raw values are stored and travel on the wire.
public enum SecretState: String, CaseIterable, Hashable, Sendable, Codable {
    /// In use.
    case live
    /// In the trash; its body is kept for 30 days.
    case trashed
    /// A tombstone: the body is erased, identifier and rev remain.
    case deleted
}
