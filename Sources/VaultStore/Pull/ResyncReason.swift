public import Primitives

/// The reason why a cursor is refused. The device learns it and resyncs; the service never silently sends everything.
public enum ResyncReason: Sendable, Hashable {
    /// The account has a new epoch, because the database was restored or changed its timeline, or because a cursor was
    /// above the account's head. That may have been the refused cursor itself.
    ///
    /// `epoch` is the cursor's epoch and `end` the number at which it ended: revs above it were lost. Both are nil if
    /// the database does not list the cursor's epoch among the account's ended epochs.
    case epochChanged(epoch: EpochID?, end: Int64?)
    /// Tombstones that the device has not read may have been erased.
    case cursorExpired
    /// The text is not a cursor of this account, or was altered.
    case badCursor
}
