/// Wakes one loop: rung any number of times before it is heard, it is heard once.
final class WakeSignal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the loop.
    func signal() { continuation.yield() }

    /// Runs `work` at every ring, and at least once every `pause`, until the task is cancelled.
    func onEachSignal(orAfter pause: Duration, _ work: () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [continuation] in
                while !Task.isCancelled {
                    continuation.yield()
                    try? await Task.sleep(for: pause)
                }
            }
            for await _ in stream where !Task.isCancelled { await work() }
            group.cancelAll()
        }
    }
}
