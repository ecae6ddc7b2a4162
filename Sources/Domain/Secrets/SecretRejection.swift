/// The reason why an operation makes no sense for its item.
public enum SecretRejection: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is nothing to restore: the vault has no row of the item.
    case unknownItem
    /// The body was erased with the item, so a restore has to bring one.
    case bodyRequired
}
