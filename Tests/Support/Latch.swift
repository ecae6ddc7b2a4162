import Dispatch
import Synchronization

/// A latch that is opened once. Threads and tasks wait until it is open.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}

    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the latch for good and wakes everything that waits.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        semaphore.signal()
        waiting.forEach { $0.resume() }
    }

    /// Blocks the current thread, such as that of a transaction, until the latch is open or 30 s have passed.
    public func hold() {
        guard !isOpen, semaphore.wait(timeout: .now() + 30) == .success else { return }
        semaphore.signal()  // for the next waiting thread
    }

    /// Suspends the current task until the latch is open.
    public func wait() async {
        await withCheckedContinuation { caller in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(caller) }
                return state.isOpen
            }
            if isOpen { caller.resume() }
        }
    }
}
