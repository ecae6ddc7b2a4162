/// The reason why ``SecretDecision`` refuses to restore an item.
public enum SecretRejection: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is nothing to restore: the vault has no row of the item.
    case unknownItem
    /// The item is deleted and its body erased, so the restore has to bring a body.
    case bodyRequired
}
