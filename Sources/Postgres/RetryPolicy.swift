#if Postgres
import SQL

/// Decides whether a failed transaction is retried, for example after a serialization failure (SQLSTATE 40001) or a
/// deadlock (40P01), and counts the retries of one caller. ``TransactionRunner`` and ``PointRead`` act on the decision.
///
/// A transaction that may have been committed is never retried.
struct RetryPolicy: Sendable, Hashable {
    enum Decision: Hashable {
        /// Do not retry: the caller gets this fault.
        case fail(SQLFault)
        /// Retry on this connection. A transaction first pauses for a random time.
        case retry
        /// Prepare all statements of this connection again, then retry on it.
        case retryWithNewPreparations
        case retryOnOtherConnection
    }

    /// The progress of the transaction when it failed.
    enum Phase: Hashable {
        /// No statement has succeeded, on a connection that was used before and may have been lost while idle. A lost
        /// connection is not tried again, which bounds these retries.
        case firstExchange
        /// A statement has succeeded, or the connection is new; the commit has not been sent.
        case beforeCommit
        /// The commit has been sent.
        case committing
    }

    /// The most retries after a serialization failure or a deadlock.
    static let conflictRetryLimit = 3
    private(set) var conflictRetries = 0
    private var hasPreparedAgain = false
    private var hasChangedConnection = false

    init() {}

    /// Decides what to do about a failure, and records a retry.
    mutating func decide(_ failure: ConnectionFailure, in phase: Phase) -> Decision {
        switch (failure, phase) {
        case (.refused(let error, _), _):  // also for the commit: a commit that the server refuses has no effect
            if error.isConflict, conflictRetries < Self.conflictRetryLimit {
                conflictRetries += 1
                return .retry
            }
            if error.isStalePreparation, !hasPreparedAgain {
                hasPreparedAgain = true
                return .retryWithNewPreparations
            }
            if error.isReadOnly, !hasChangedConnection {
                hasChangedConnection = true
                return .retryOnOtherConnection
            }
            return .fail(failure.fault)
        case (.lost, .firstExchange): return .retryOnOtherConnection
        case (_, .committing): return .fail(failure.faultAfterCommit)
        case (.lost, _), (.timedOut, _), (.local, _): return .fail(failure.fault)
        }
    }
}
#endif
