import Primitives
import Synchronization
import Testing

@Suite struct ThreadExecutorTests {
    @Test func `at most as many tasks compute at the same time as there are threads, and all complete`() async {
        let executor = ThreadExecutor(mostThreads: 2), counts = Counts()
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...40 {
                group.addTask(executorPreference: executor) {
                    counts.begin()
                    let value = (0..<20_000).reduce(0) { $0 ^ $1 } & 0 + number
                    counts.end()
                    await Task.yield()
                    return value
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 820 && (1...2).contains(counts.most))
    }
}

/// How many tasks compute, and how many have computed at the same time at most.
private final class Counts: Sendable {
    private let counts = Mutex((running: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func begin() {
        counts.withLock { counts in
            counts.running += 1
            counts.most = max(counts.most, counts.running)
        }
    }

    func end() { counts.withLock { $0.running -= 1 } }
}
