import DequeModule

/// The requests to one peer: at most `width` run, the others wait in order, each until its own deadline.
///
/// libcurl can queue by host as well, but version 7.88 does not apply the time limits of the requests it queues.
final class PeerQueue {
    typealias Waiter = CheckedContinuation<Exchange.Outcome, Never>

    struct Waiting {
        let exchange: Exchange
        let waiter: Waiter
        /// In milliseconds of the loop's clock.
        let deadline: Int64
    }

    let peer: String
    /// The requests that may run at a time: one for each connection, more once the peer has used HTTP/2.
    var width: Int
    var running = 0
    var waiting: Deque<Waiting> = []

    init(peer: String, width: Int) {
        self.peer = peer
        self.width = width
    }

    var isIdle: Bool { running == 0 && waiting.isEmpty }

    /// Removes the first waiting request if it may run now.
    func next() -> Waiting? {
        running < width ? waiting.popFirst() : nil
    }

    /// Removes a waiting request that was cancelled.
    func remove(_ exchange: Exchange) -> Waiting? {
        guard let index = waiting.firstIndex(where: { $0.exchange === exchange }) else { return nil }
        return waiting.remove(at: index)
    }

    /// Removes the requests whose deadline has passed.
    func removeExpired(at now: Int64) -> [Waiting] {
        let expired = waiting.filter { $0.deadline <= now }
        if !expired.isEmpty { waiting.removeAll { $0.deadline <= now } }
        return Array(expired)
    }
}
