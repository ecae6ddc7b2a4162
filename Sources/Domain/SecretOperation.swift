/// What a device asks the vault to do with one item.
public enum SecretOperation: String, CaseIterable, Hashable, Sendable, Codable {
    /// Make it.
    case create
    /// Replace its body.
    case update
    /// Put it in the trash, restorable for 30 days.
    case trash
    /// Erase its body for good; id and rev stay as a tombstone.
    case delete
    /// Bring it back.
    case restore
}
