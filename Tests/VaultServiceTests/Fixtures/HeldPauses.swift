import Primitives
import Support
import Synchronization

/// Holds the pauses of background loops until a test ends them, so that each loop makes one round when the test says
/// so.
final class HeldPauses: Sendable {
    private struct Pause {
        let length: Duration
        let end: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var pauses: [Int: Pause] = [:]
        var cancelled: Set<Int> = []
        var next = 0
    }

    private let state = Mutex(State())

    /// The context in which pauses are held.
    var context: TaskContext { TaskContext(executor: nil) { try await self.hold($0) } }

    private func hold(_ length: Duration) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { end in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(number) { return true }
                    state.pauses[number] = Pause(length: length, end: end)
                    return false
                }
                if isCancelled { end.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let pause = state.withLock { state in
                state.cancelled.insert(number)
                return state.pauses.removeValue(forKey: number)
            }
            pause?.end.resume(throwing: CancellationError())
        }
    }

    /// Returns when as many loops pause at the same time.
    func waitForPauses(_ count: Int) async throws {
        try await waitUntil { state.withLock { $0.pauses.count } >= count }
    }

    /// Waits for a pause of this length, ends every such pause, and returns when as many loops pause again.
    func end(_ length: Duration) async throws {
        let count = try await endWithoutWaiting(length)
        try await waitForPauses(count)
    }

    /// Waits for a pause of this length, ends every such pause, and returns how many pauses there were before.
    @discardableResult
    func endWithoutWaiting(_ length: Duration) async throws -> Int {
        try await waitUntil { state.withLock { $0.pauses.values.contains { $0.length == length } } }
        let (ended, count) = state.withLock { state in
            let count = state.pauses.count, ended = state.pauses.filter { $0.value.length == length }
            for number in ended.keys { state.pauses[number] = nil }
            return (ended.values, count)
        }
        for pause in ended { pause.end.resume() }
        return count
    }
}
