import Domain

/// The report of a sync that is under way, and what its later steps need to know of the earlier ones.
struct SyncProgress: Sendable {
    var report = SyncReport()
    /// The types of operations that a limit of the account refused in this sync, each with the limit's name. No more of
    /// them are sent in it, unless a deletion makes room.
    var refusedTypes: [SecretOperation: String] = [:]
    /// True if the server applied a deletion, so that an account at a limit may have room again.
    var hasMadeRoom = false
    /// True if a pull made something owed, so that the sync has to push again.
    var mustPushAgain = false
    /// True if an answer left open whether an entry was deleted or changed since, which only a complete pull can tell.
    var mustPullCompletely = false

    /// Adds the progress of one answer.
    mutating func add(_ other: SyncProgress) {
        report.add(other.report)
        refusedTypes.merge(other.refusedTypes) { $1 }
        hasMadeRoom = hasMadeRoom || other.hasMadeRoom
        mustPushAgain = mustPushAgain || other.mustPushAgain
        mustPullCompletely = mustPullCompletely || other.mustPullCompletely
    }
}
