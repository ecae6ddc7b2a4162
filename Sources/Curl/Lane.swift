import DequeModule

/// The requests to one peer: so many run, the others wait here in their order, each until its own deadline.
///
/// libcurl can queue by host as well, but 7.88 forgets the time limits of those it keeps waiting.
final class Lane {
    typealias Waiter = CheckedContinuation<Exchange.Outcome, Never>

    struct Waiting {
        let exchange: Exchange
        let waiter: Waiter
        /// In milliseconds of the loop's clock.
        let deadline: Int64
    }

    let peer: String
    /// How many may run: one per connection, more once the peer has spoken HTTP/2.
    var width: Int
    var running = 0
    var waiting: Deque<Waiting> = []

    init(peer: String, width: Int) {
        self.peer = peer
        self.width = width
    }

    var isIdle: Bool { running == 0 && waiting.isEmpty }

    /// The longest waiting one that may run now.
    func next() -> Waiting? {
        running < width ? waiting.popFirst() : nil
    }

    /// Takes one out that shall not wait any longer.
    func remove(_ exchange: Exchange) -> Waiting? {
        guard let place = waiting.firstIndex(where: { $0.exchange === exchange }) else { return nil }
        return waiting.remove(at: place)
    }

    /// Takes out all whose deadline has come.
    func removeExpired(at now: Int64) -> [Waiting] {
        let expired = waiting.filter { $0.deadline <= now }
        if !expired.isEmpty { waiting.removeAll { $0.deadline <= now } }
        return Array(expired)
    }
}
