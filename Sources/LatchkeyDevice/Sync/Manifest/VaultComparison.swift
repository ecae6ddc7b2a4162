public import Primitives

/// The result of comparing this device with the vault's manifest.
public enum VaultComparison: Sendable, Hashable {
    /// The vault changed at each attempt to read its manifest, or is in another state than at the last pull. Nothing is
    /// known about differences; the next sync compares again if there was a cause to.
    case notCompared
    /// The entries were compared.
    case compared(ComparedItems)
}

/// The items of the vault's manifest, and how the entries of this device differ from them.
public struct ComparedItems: Sendable, Hashable {
    /// The number of items in the manifest, tombstones included.
    public var listed: Int
    /// The differences that were found.
    public var found: [SecretID: ManifestDifference]
    /// Those of them that are there still after a complete pull: the vault cannot open the item, for example, or has an
    /// older version of it than this device. Nil if the entries could not be compared again after the pull.
    public var remaining: [SecretID: ManifestDifference]?
}
