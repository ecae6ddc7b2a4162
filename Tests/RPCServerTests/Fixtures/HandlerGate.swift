import Synchronization

/// Suspends handlers until the test opens it; the test can wait for their arrival.
final class HandlerGate: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    /// Called by a handler. Returns when the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, told) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                state.arrived += 1
                if !state.isOpen { state.held.append(continuation) }
                guard let awaited = state.awaited, state.arrived >= awaited.count else { return (state.isOpen, nil) }
                state.awaited = nil
                return (state.isOpen, awaited.continuation)
            }
            told?.resume()
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until this many handlers have called `pass`.
    func waitForArrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrived < count { state.awaited = (count, continuation) }
                return state.arrived >= count
            }
            if isThere { continuation.resume() }
        }
    }

    /// Resumes all suspended handlers; later ones are not suspended.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        held.forEach { $0.resume() }
    }
}
