// Shows that the thread sanitizer works: it must accept a counter under a contended lock, and report one without a lock.
import Dispatch
import Synchronization

final class Counter: @unchecked Sendable {  // the race is the point
    let guarded = Mutex(0)
    var bare = 0
}

let counter = Counter()
let races = CommandLine.arguments.contains("race")
DispatchQueue.concurrentPerform(iterations: 8) { _ in
    for _ in 0..<20_000 {
        if races { counter.bare += 1 } else { counter.guarded.withLock { $0 += 1 } }
    }
}
