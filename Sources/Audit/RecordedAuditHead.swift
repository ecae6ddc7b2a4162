public import Primitives
import Synchronization

/// The end of the chain as this process has recorded it last.
public final class RecordedAuditHead: Sendable {
    private struct State {
        var head: AuditHead?
        var loggedAt: Instant?
    }

    /// The least time between two lines in the log.
    private static let logInterval = Duration.seconds(60)
    private let state = Mutex(State())

    public init() {}

    /// True if the head is another one than the last that was recorded.
    public func isNew(_ head: AuditHead) -> Bool { state.withLock { $0.head != head } }

    /// Notes that the head was recorded.
    public func note(_ head: AuditHead) { state.withLock { $0.head = head } }

    /// True at most once in 60 seconds: the head is to be logged now.
    public func isLogDue(at now: Instant) -> Bool {
        state.withLock { state in
            if let last = state.loggedAt, now < last + Self.logInterval { return false }
            state.loggedAt = now
            return true
        }
    }
}
