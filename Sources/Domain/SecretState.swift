/// What the vault has of one item.
public enum SecretState: String, CaseIterable, Hashable, Sendable, Codable {
    /// Never heard of it, or its tombstone has been purged.
    case absent
    /// In the list.
    case live
    /// In the trash, body kept.
    case trashed
    /// A tombstone, body erased.
    case deleted
}
