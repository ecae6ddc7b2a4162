import SQL
import Synchronization

/// Lets in only connections to the history that is served; one to another history waits until new epochs have begun.
final class LineageGate: Sendable {
    private struct State {
        var served: DatabaseTimeline?
        var isStrange = false
    }

    private let state = Mutex(State())

    /// Takes a new connection's word, or refuses the connection. Only ``serve(_:)`` moves the mark: connections that ask
    /// at the same time may come in another order.
    ///
    /// - Throws: ``SQLFault/unavailable(_:)`` while the server is on another history than the one that is served.
    func admit(_ now: DatabaseTimeline) throws(SQLFault) {
        let isStrange = state.withLock { state in
            if state.served?.isContinued(by: now) == false { state.isStrange = true }
            return state.isStrange
        }
        if isStrange { throw .unavailable("the server is on another history of the data; new epochs are being begun") }
    }

    /// From now on this history is served.
    func serve(_ lineage: DatabaseTimeline) {
        state.withLock { $0 = State(served: lineage) }
    }

    /// What is served now, and whether something else was seen since.
    var seen: (served: DatabaseTimeline?, isStrange: Bool) { state.withLock { ($0.served, $0.isStrange) } }
}
