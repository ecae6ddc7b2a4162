#if Postgres
import SQL

/// What was tried again already for one caller, and whether to try once more: only what surely was not committed.
struct Reruns: Sendable, Hashable {
    /// What to do about a trouble.
    enum Verdict: Hashable {
        /// Tell the caller.
        case tell(SQLFault)
        /// Run it again on this connection.
        case again
        /// Prepare everything again and run it again.
        case prepareAgain
        /// Run it again on another connection.
        case elsewhere
    }

    /// How far the transaction was when the trouble came.
    enum Phase: Hashable {
        /// Nothing was answered yet on a connection that is not new: it may have died while it was idle. Each
        /// such connection is met once, so this ends by itself.
        case first
        /// Before its commit was sent.
        case open
        /// The commit was sent.
        case committing
    }

    static let conflictsAtMost = 3
    private(set) var conflicts = 0
    private var hasPrepared = false
    private var hasMoved = false

    /// A caller for whom nothing was tried yet.
    init() {}

    /// Decides, and remembers what was decided.
    mutating func decide(_ trouble: Trouble, in phase: Phase) -> Verdict {
        switch (trouble, phase) {
        case (.refused(let error, _), _):  // at the commit too: one that is answered with an error took no effect
            if error.isConflict, conflicts < Self.conflictsAtMost {
                conflicts += 1
                return .again
            }
            if error.isStalePlan, !hasPrepared {
                hasPrepared = true
                return .prepareAgain
            }
            if error.isReadOnly, !hasMoved {
                hasMoved = true
                return .elsewhere
            }
            return .tell(trouble.fault)
        case (.lost, .first): return .elsewhere
        case (_, .committing): return .tell(trouble.faultAfterCommit)
        case (.lost, _), (.silent, _), (.told, _): return .tell(trouble.fault)
        }
    }
}
#endif
