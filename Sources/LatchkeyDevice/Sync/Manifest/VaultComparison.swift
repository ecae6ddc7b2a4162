public import Primitives

/// The result of comparing this device with the vault's manifest.
public struct VaultComparison: Sendable, Hashable {
    /// The number of items in the manifest, tombstones included.
    public var listed: Int
    /// The differences that were found.
    public var found: [SecretID: ManifestDifference]
    /// Those of them that are there still after a complete pull: the vault cannot open the item, for example, or has an
    /// older version of it than this device.
    public var remaining: [SecretID: ManifestDifference]
}
