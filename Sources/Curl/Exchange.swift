import Synchronization

/// One request, from the caller to the loop's thread and back, and the stage it has reached.
///
/// A cancellation can reach the loop before the request, or after the request has ended. The stage tells the loop that
/// the request must not start, or that there is nothing left to stop.
final class Exchange: Sendable {
    enum Stage {
        /// In the command queue.
        case posted
        /// Waits for a connection to its peer.
        case waiting
        case running(slot: Int)
        /// Cancelled before the loop took it from the command queue.
        case cancelled
        case ended
    }

    typealias Outcome = Result<CurlResponse, CurlFault>

    let request: CurlRequest
    /// The scheme, host and port, or the Unix socket, whose connections the request uses.
    let peer: String
    /// Only the loop's thread changes the stage, so the lock is never contended.
    private let currentStage = Mutex(Stage.posted)

    init(_ request: CurlRequest) {
        self.request = request
        peer = request.peer
    }

    var stage: Stage {
        get { currentStage.withLock { $0 } }
        set { currentStage.withLock { $0 = newValue } }
    }
}
