import CCurl
import Synchronization

/// The queue of commands from callers to the loop's thread.
///
/// The queue owns the multi handle, because a caller wakes the thread through this handle. The handle is freed with
/// the last reference to the queue, so no caller can use a freed one.
final class CommandQueue: Sendable {
    enum Command {
        case start(Exchange, CheckedContinuation<Exchange.Outcome, Never>)
        case cancel(Exchange)
    }

    private struct Contents {
        var commands: [Command] = []
        var openRequests = 0
        /// True if the thread sleeps, or is about to, and nobody has woken it yet.
        var needsWakeup = false
        var isStopped = false

        /// Returns true if the caller must wake the thread.
        mutating func mustWake() -> Bool {
            defer { needsWakeup = false }
            return needsWakeup
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

    /// Queues a request.
    ///
    /// - Returns: the reason if the request is refused; the caller then resumes the continuation itself.
    func start(
        _ exchange: Exchange, _ continuation: CheckedContinuation<Exchange.Outcome, Never>
    ) -> CurlFault.Reason? {
        var wakes = false
        let refusal: CurlFault.Reason? = contents.withLock { contents in
            if contents.isStopped { return .cancelled }
            if contents.openRequests >= capacity { return .queueFull }
            contents.openRequests += 1
            contents.commands.append(.start(exchange, continuation))
            wakes = contents.mustWake()
            return nil
        }
        if wakes { curl_multi_wakeup(multi) }
        return refusal
    }

    /// Queues the cancellation of a request; without effect when the request has ended.
    func cancel(_ exchange: Exchange) {
        let wakes = contents.withLock { contents in
            guard !contents.isStopped else { return false }
            contents.commands.append(.cancel(exchange))
            return contents.mustWake()
        }
        if wakes { curl_multi_wakeup(multi) }
    }

    /// Refuses new requests from now on and makes the loop end the open ones.
    func stop() {
        contents.withLock { contents in
            contents.isStopped = true
            contents.needsWakeup = false
        }
        curl_multi_wakeup(multi)
    }

    /// Moves all queued commands into `batch`, which must be empty.
    ///
    /// - Returns: true after ``stop()``; this batch is then the last one.
    func moveAll(into batch: inout [Command]) -> Bool {
        contents.withLock { contents in
            contents.needsWakeup = false
            swap(&contents.commands, &batch)
            return contents.isStopped
        }
    }

    /// Notes that this many requests have ended, which makes room for new ones.
    func finished(_ count: Int) {
        contents.withLock { $0.openRequests -= count }
    }

    /// True if no command is queued and the queue is not stopped. The thread may then sleep, and the next command or
    /// ``stop()`` wakes it.
    func maySleep() -> Bool {
        contents.withLock { contents in
            contents.needsWakeup = contents.commands.isEmpty && !contents.isStopped
            return contents.needsWakeup
        }
    }
}
