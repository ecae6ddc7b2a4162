import Primitives
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

    /// The error of a wait for a loop that does not pause.
    struct LoopMissing: Error {}

    /// Returns when as many loops pause at the same time. Gives up after many thousand looks.
    func waitForPauses(_ count: Int) async throws {
        for _ in 0..<20_000 {
            if state.withLock({ $0.pauses.count }) >= count { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw LoopMissing()
    }

    /// Ends every pause of this length, and returns when as many loops pause again.
    func end(_ length: Duration) async throws {
        let (ended, count) = state.withLock { state in
            let count = state.pauses.count, ended = state.pauses.filter { $0.value.length == length }
            for number in ended.keys { state.pauses[number] = nil }
            return (ended.values, count)
        }
        for pause in ended { pause.end.resume() }
        try await waitForPauses(count)
    }
}
