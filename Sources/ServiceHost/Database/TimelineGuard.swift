import SQL
import Synchronization

/// Refuses connections to another timeline than the one being served, until new epochs have begun.
final class TimelineGuard: Sendable {
    /// The timeline being served, and a flag that is true once a connection to another one has been refused.
    struct State {
        var served: DatabaseTimeline?
        var hasDiverged = false
    }

    private let mutex = Mutex(State())

    var state: State { mutex.withLock { $0 } }

    /// Accepts a new connection if it continues the served timeline. The served position stays as it is, because
    /// connections that read their positions at about the same time may be checked here in another order.
    ///
    /// - Throws: ``SQLFault/unavailable(_:)`` while the server is on another timeline.
    func admit(_ now: DatabaseTimeline) throws(SQLFault) {
        let hasDiverged = mutex.withLock { state in
            if state.served?.isContinued(by: now) == false { state.hasDiverged = true }
            return state.hasDiverged
        }
        if hasDiverged { throw .unavailable("the server is on another timeline; new epochs are being begun") }
    }

    /// Makes this the served timeline.
    func serve(_ timeline: DatabaseTimeline) { mutex.withLock { $0 = State(served: timeline) } }
}
