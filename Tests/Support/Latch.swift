import Dispatch
import Synchronization

/// A door that is opened once: what holds something still at a place while a test does something else.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let door = DispatchSemaphore(value: 0)

    /// A closed one.
    public init() {}

    /// Whether it has been opened.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Lets everybody through from now on.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        door.signal()
        waiting.forEach { $0.resume() }
    }

    /// Waits on a thread of one's own, a transaction's say; at most half a minute.
    public func hold() {
        guard !isOpen, door.wait(timeout: .now() + 30) == .success else { return }
        door.signal()  // for the next one
    }

    /// Waits for somebody who opens it.
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
