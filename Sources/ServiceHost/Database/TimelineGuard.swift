package import SQL
import Synchronization

/// Refuses connections, and behind a pooler write transactions, from the moment one has met another timeline, or an
/// earlier position, than the one being served. A new generation must then begin; ``serve(_:)`` ends the refusals.
package final class TimelineGuard: Sendable {
    /// The position and timeline being served, nil before the first ``serve(_:)``, and a flag that is true once a
    /// connection or transaction has been refused because it did not continue them.
    struct State {
        var served: TimelinePosition?
        var hasDiverged = false
    }

    private let mutex = Mutex(State())

    package init() {}

    var state: State { mutex.withLock { $0 } }

    /// Accepts a connection or transaction if it continues the served timeline. The served position stays as it is,
    /// because connections that read their positions at about the same time may be checked here in another order.
    ///
    /// - Throws: ``SQLFault/unavailable(_:)`` if `now` does not continue the served position, and for every connection
    ///   or transaction after such a one until ``serve(_:)`` is called.
    package func admit(_ now: TimelinePosition) throws(SQLFault) {
        let hasDiverged = mutex.withLock { state in
            if state.served?.isContinued(by: now) == false { state.hasDiverged = true }
            return state.hasDiverged
        }
        if hasDiverged { throw .unavailable("the server is on another timeline; a new generation is being begun") }
    }

    /// Makes this the served position and timeline, and accepts what continues them.
    func serve(_ now: TimelinePosition) { mutex.withLock { $0 = State(served: now) } }
}
