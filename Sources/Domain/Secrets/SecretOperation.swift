/// A change of one secret that a device asks the vault for. Raw values are the wire's.
public enum SecretOperation: String, CaseIterable, Hashable, Sendable, Codable {
    /// Store a new secret.
    case create
    /// Replace the body.
    case update
    /// Move the secret to the trash, restorable for 30 days.
    case trash
    /// Erase the body for good; identifier and rev stay as a tombstone.
    case delete
    /// Bring the secret back from the trash or, with a body, from its tombstone.
    case restore
}
