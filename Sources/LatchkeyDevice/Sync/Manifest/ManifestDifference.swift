import Domain

/// The difference between this device and the vault about one item, as the vault's manifest shows it.
public enum ManifestDifference: String, Sendable, Hashable, Codable, CaseIterable {
    /// The vault has a live item of which this device has no entry.
    case missing
    /// The vault has a live item with another version than the entry's.
    case otherVersion
    /// The vault has deleted the item or put it into its trash, and the entry is still here.
    case deleted
    /// The manifest does not list the entry's item.
    case absent

    /// What this device has of an item.
    enum Local: Hashable {
        /// An operation, or the person, will decide: the entry is to be sent, or its version was lost, deleted or kept.
        case undecided
        /// The version that the vault had when this device last heard of it.
        case version(rev: Int64)
        /// The entry is in the local trash, because of a tombstone with this rev; nil if it was absent.
        case trash(tombstone: Int64?)
    }

    /// An item of the manifest.
    struct Listed: Hashable {
        let rev: Int64
        let state: SecretState
    }

    /// Compares an entry with the manifest; nil where they agree, or where the comparison decides nothing.
    ///
    /// - Parameters:
    ///   - local: nil if this device has no entry.
    ///   - listed: nil if the manifest does not list the item.
    init?(_ local: Local?, _ listed: Listed?) {
        let difference: ManifestDifference? =
            switch (local, listed?.state) {
            case (.undecided, _): nil
            case (nil, .live): .missing
            case (nil, .trashed), (nil, .deleted), (nil, nil): nil
            case (.version(let rev), .live): rev == listed?.rev ? nil : .otherVersion
            case (.version, .trashed), (.version, .deleted): .deleted
            case (.version, nil): .absent
            // A held or restorable deletion agrees with a vault that has no later live version.
            case (.trash(let tombstone), .live):
                if let tombstone, let rev = listed?.rev, rev <= tombstone { nil } else { .otherVersion }
            case (.trash, .trashed), (.trash, .deleted), (.trash, nil): nil
            }
        guard let difference else { return nil }
        self = difference
    }
}
