import Synchronization

/// Suspends the handlers that call ``pass()`` until the test opens the gate. The test can wait for their arrival.
final class HandlerGate: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var suspended: [CheckedContinuation<Void, Never>] = []
        var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    /// Called by a handler. Returns when the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                state.arrived += 1
                if !state.isOpen { state.suspended.append(continuation) }
                guard let awaited = state.awaited, state.arrived >= awaited.count else { return (state.isOpen, nil) }
                state.awaited = nil
                return (state.isOpen, awaited.continuation)
            }
            waiter?.resume()
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until this many handlers have called `pass`.
    func waitForArrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let haveArrived = state.withLock { state in
                if state.arrived < count { state.awaited = (count, continuation) }
                return state.arrived >= count
            }
            if haveArrived { continuation.resume() }
        }
    }

    /// Resumes all suspended handlers; later ones are not suspended.
    func open() {
        let suspended = state.withLock { state in
            state.isOpen = true
            defer { state.suspended = [] }
            return state.suspended
        }
        suspended.forEach { $0.resume() }
    }
}
