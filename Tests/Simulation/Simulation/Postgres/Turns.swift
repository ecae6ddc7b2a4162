#if Postgres
import Primitives

/// Gives the threads of all transactions their turns, one at a time, in an order that follows from the seed.
///
/// A turn ends when the thread waits for its next one, or when its statement is seen to wait for a lock. After each turn
/// the threads that waited for locks are looked at until each has got its lock or surely still waits, so that the moment
/// at which the server wakes it does not matter.
final class Turns: @unchecked Sendable {  // all of a simulation runs on one thread; see TransactionThread
    /// The longest pause before a turn, in milliseconds; some are longer.
    private static let pause = (usual: 1, long: 40)
    /// In milliseconds. The server looks for a deadlock after a lock wait of 1 ms. A thread has waited for that long when
    /// the next one gets a turn, so that the last one to wait in a circle is the one that the server ends.
    private static let deadlockCheck = 3
    /// The milliseconds after which a turn that has not ended is looked at.
    private static let patience = 2

    private let executor: SimulatedExecutor
    private let cluster: SimulatedCluster
    private var generator: SeededGenerator
    private var blocked: [TransactionThread] = []
    /// The number of lock waits so far.
    private(set) var lockWaits = 0

    init(_ executor: SimulatedExecutor, _ cluster: SimulatedCluster, _ generator: SeededGenerator) {
        (self.executor, self.cluster, self.generator) = (executor, cluster, generator)
    }

    /// The pause until something of the database happens.
    func nextPause() -> Duration {
        generator.duration(below: generator.chance(3) ? Self.pause.long : Self.pause.usual)
    }

    /// Gives a thread a turn after a while.
    func schedule(_ thread: TransactionThread) {
        executor.after(nextPause()) { [self] in
            thread.beforeTurn()
            run(thread)
            if !isBlocked(thread) { follow(thread) }
            settle()
        }
    }

    private func isBlocked(_ thread: TransactionThread) -> Bool { blocked.contains { $0 === thread } }

    private func run(_ thread: TransactionThread) {
        thread.grant()
        while !thread.waitForEnd(milliseconds: Self.patience) {
            guard waitsForLock(thread), thread.markBlocked() else { continue }
            lockWaits += 1
            if !thread.waitForEnd(milliseconds: Self.deadlockCheck) { blocked.append(thread) }
            return
        }
    }

    /// Lets a thread go on after a turn.
    private func follow(_ thread: TransactionThread) {
        switch thread.state {
        case .waiting, .committing, .returned: schedule(thread)
        case .idle: thread.whenIdle()
        case .running, .blocked, .ended: break
        }
    }

    /// Finds the threads that have got the lock for which they waited.
    func settle() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for thread in blocked {
                var hasReturned = thread.waitForEnd(milliseconds: 0)
                while !hasReturned, !waitsForLock(thread) { hasReturned = thread.waitForEnd(milliseconds: 1) }
                guard hasReturned else { continue }
                hasChanged = true
                blocked.removeAll { $0 === thread }
                follow(thread)
            }
        }
    }

    private func waitsForLock(_ thread: TransactionThread) -> Bool {
        guard let process = thread.serverProcess else { return false }
        return cluster.waitsForLock(process)
    }
}
#endif
