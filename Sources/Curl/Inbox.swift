import CCurl
import Synchronization

/// What callers hand to the loop's thread, and the bell that wakes it.
///
/// Owns the multi handle, which is freed with the last reference: a caller about to ring can never ring a freed one.
final class Inbox: Sendable {
    enum Command {
        case start(Exchange, CheckedContinuation<Exchange.Outcome, Never>)
        case cancel(Exchange)
    }

    private struct Contents {
        var commands: [Command] = []
        var underWay = 0
        var isAsleep = false
        var isStopped = false

        /// Whether this command is the first since the loop fell asleep.
        mutating func wakes() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
    }

    nonisolated(unsafe) let multi: UnsafeMutableRawPointer  // C bridge: other threads only call the thread-safe wakeup
    private let contents = Mutex(Contents())
    private let capacity: Int

    init?(perHost: Int, inAll: Int, capacity: Int) {
        guard let multi = lk_multi_make(perHost, inAll) else { return nil }
        self.multi = multi
        self.capacity = capacity
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    /// Queues a request; the reason when it is refused, and then nobody else resumes the continuation.
    func start(
        _ exchange: Exchange, _ continuation: CheckedContinuation<Exchange.Outcome, Never>
    ) -> CurlFault.Reason? {
        var ring = false
        let refusal: CurlFault.Reason? = contents.withLock { contents in
            if contents.isStopped { return .cancelled }
            if contents.underWay >= capacity { return .queueFull }
            contents.underWay += 1
            contents.commands.append(.start(exchange, continuation))
            ring = contents.wakes()
            return nil
        }
        if ring { curl_multi_wakeup(multi) }
        return refusal
    }

    /// Asks for the end of a request; without effect when it has ended.
    func cancel(_ exchange: Exchange) {
        let ring = contents.withLock { contents in
            guard !contents.isStopped else { return false }
            contents.commands.append(.cancel(exchange))
            return contents.wakes()
        }
        if ring { curl_multi_wakeup(multi) }
    }

    /// Refuses everything from now on and tells the loop to end what is under way.
    func stop() {
        contents.withLock { contents in
            contents.isStopped = true
            contents.isAsleep = false
        }
        curl_multi_wakeup(multi)
    }

    /// Moves what waits into `batch`, which is empty; true after ``stop()``, and then no command follows this batch.
    func take(into batch: inout [Command]) -> Bool {
        contents.withLock { contents in
            contents.isAsleep = false
            swap(&contents.commands, &batch)
            return contents.isStopped
        }
    }

    /// Makes room for as many new requests.
    func finished(_ count: Int) {
        contents.withLock { $0.underWay -= count }
    }

    /// Whether nothing waits; if so, the next command rings.
    func mayDoze() -> Bool {
        contents.withLock { contents in
            contents.isAsleep = contents.commands.isEmpty && !contents.isStopped
            return contents.isAsleep
        }
    }
}
