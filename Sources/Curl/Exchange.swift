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
        case waiting
        case running(slot: Int)
        case cancelled
        case ended
    }

    typealias Outcome = Result<CurlResponse, CurlFault>

    let errand: Errand
    /// Changed by the loop's thread only; the lock is never contended.
    let stage = Mutex(Stage.waiting)

    init(_ errand: Errand) {
        self.errand = errand
    }
}
