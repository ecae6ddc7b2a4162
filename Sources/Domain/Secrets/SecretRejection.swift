/// Why an operation makes no sense for the item it names.
public enum SecretRejection: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is nothing to restore: the vault never had it, or has forgotten it.
    case unknownItem
    /// The body was erased with the item, so restoring it takes one.
    case bodyRequired
}
