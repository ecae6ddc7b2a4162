public import Primitives
import Synchronization

/// What this process has logged about the audit log, so that it does not log the same again each second.
public final class AuditReports: Sendable {
    /// What a background task has verified: one of the two ends of the log.
    public enum Subject: Sendable, Hashable {
        /// The log continues the end that was recorded outside the database.
        case end
        /// The oldest rows are what the service has written, so that they can be deleted.
        case retention
        /// Rows get their numbers within ``AuditKeeper/longestWait``.
        case chaining
    }

    private struct State {
        var growthLoggedAt: Instant?
        var wrong: Set<Subject> = []
        var hasSeenRecord = false
    }

    /// The least time between two lines about the growth of the log.
    private static let growthInterval = Duration.seconds(60)
    private let state = Mutex(State())

    public init() {}

    /// True at most once in 60 seconds: the end of the log is to be logged now.
    public func isGrowthDue(at now: Instant) -> Bool {
        state.withLock { state in
            if let last = state.growthLoggedAt, now < last + Self.growthInterval { return false }
            state.growthLoggedAt = now
            return true
        }
    }

    /// True once this process has read a head that was recorded outside the database.
    var hasSeenRecord: Bool { state.withLock { $0.hasSeenRecord } }

    /// Notes that a head is recorded outside the database.
    func noteRecord() { state.withLock { $0.hasSeenRecord = true } }

    /// Notes whether a subject is as it should be. True if this has changed since the last call; at first, every
    /// subject is as it should be.
    public func note(_ subject: Subject, isWrong: Bool) -> Bool {
        state.withLock { state in
            isWrong ? state.wrong.insert(subject).inserted : state.wrong.remove(subject) != nil
        }
    }
}
