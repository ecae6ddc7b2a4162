import Synchronization

/// A lock for asynchronous work: one holder at a time, the others wait in the order in which they came.
///
/// A waiting task that is cancelled leaves the queue with an error. The lock cannot be taken again by
/// its holder.
final class AsyncLock: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isHeld = false
        var nextID = 0
        var waiters: [Waiter] = []
        /// The waiters that were cancelled before they entered the queue.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// The number of tasks that wait, for tests.
    var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Runs the closure while no other holder does.
    ///
    /// - Throws: `DeviceFault.cancelled` if the task is cancelled while it waits; then the closure does not run.
    func withLock<T: Sendable>(_ body: () async throws(DeviceFault) -> T) async throws(DeviceFault) -> T {
        guard await acquire() else { throw .cancelled }
        defer { release() }
        return try await body()
    }

    /// Returns false if the task was cancelled while it waited.
    private func acquire() async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isAcquired = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let immediate: Bool? = state.withLock { state in
                    if state.cancelled.contains(id) { return false }
                    if !state.isHeld {
                        state.isHeld = true
                        return true
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let immediate { continuation.resume(returning: immediate) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        return isAcquired
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.isHeld = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
