public import Primitives

/// Why a cursor is refused. It is always refused by name, never answered by silently sending everything.
public enum ResyncReason: Sendable, Hashable {
    /// The database was restored or changed its timeline. Rows whose rev is above `base` were lost with `parent`, the
    /// epoch the cursor is of; both are nil where the cursor's epoch is not in this account's chain.
    case epochChanged(parent: EpochID?, base: Int64?)
    /// Tombstones the device has not seen were purged.
    case cursorExpired
    /// The cursor is newer than the account: the database went back without a new epoch.
    case cursorAhead
    /// Not a cursor of this account, or altered.
    case badCursor
}
