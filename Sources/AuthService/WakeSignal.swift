import Primitives

/// Wakes one background loop. Signals given while the loop is busy are combined into one.
final class WakeSignal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() { continuation.yield() }

    /// Runs `work` after each signal, and at least once every `interval`, until the task is cancelled.
    func onEachSignal(orEvery interval: Duration, _ work: () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [continuation] in
                while !Task.isCancelled {
                    continuation.yield()
                    try? await Task.pause(for: interval)
                }
            }
            for await _ in stream where !Task.isCancelled { await work() }
            group.cancelAll()
        }
    }
}
