import Synchronization

/// One request on its way through the loop, and how far it is.
///
/// The stage lives here and not in a set beside the loop, so that a cancellation that arrives before the start or after
/// the end finds out by itself that there is nothing to stop.
final class Exchange: Sendable {
    enum Errand: Sendable {
        case request(CurlRequest)
        case mail(CurlMail)
    }

    enum Stage {
        /// Not yet seen by the loop.
        case posted
        /// Waits in its lane for a connection.
        case waiting
        case running(slot: Int)
        /// Cancelled before the loop saw it.
        case cancelled
        case ended
    }

    typealias Outcome = Result<CurlResponse, CurlFault>

    let errand: Errand
    /// Whose connections it uses: scheme, host and port, or the Unix socket.
    let peer: String
    /// Changed by the loop's thread only; the lock is never contended.
    private let place = Mutex(Stage.posted)

    init(_ errand: Errand) {
        self.errand = errand
        peer = errand.peer
    }

    var stage: Stage {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }
}
