#if Postgres
import BitCollections
import DequeModule
import Primitives
import SQL
import Synchronization

/// A queue of jobs and the workers that run them. A worker takes a job only once it has a connection, so during a short
/// outage of the server the jobs wait in the queue.
final class ConnectionPool<Job: PoolJob>: Sendable {
    /// The next step of a worker with a connection.
    enum ConnectedTask { case perform([Job]), wait, end }
    /// The next step of a worker without a connection.
    enum DisconnectedTask { case connect, wait, end }

    private struct State {
        var queue: Deque<Job> = []
        /// Indexes of workers that have a connection and nothing to do. The lowest is woken first, so that few
        /// connections stay in use under a small load.
        var idle = BitSet()
        /// Indexes of workers that have no connection and wait until one is needed.
        var unneeded = BitSet()
        /// The numbers of workers that have a connection, run jobs, try to connect, and have ended.
        var (open, busy, connecting, ended) = (0, 0, 0, 0)
        var outage: Outage?
        var isClosing = false
        var isExpiryThreadWaiting = false
        var closeWaiters: [CheckedContinuation<Void, Never>] = []

        mutating func takeJobs(_ limit: Int) -> [Job] {
            let count = min(limit, queue.count)
            defer { queue.removeFirst(count) }
            return Array(queue.prefix(count))
        }
    }

    /// The most jobs in the queue; more are refused at once.
    static var queueLimit: Int { 4_096 }

    private let state = Mutex(State())
    private let signals: [ThreadSignal]
    private let expirySignal: ThreadSignal
    private let waitLimit: Duration
    private let jobsAtOnce: Int
    private let clock: SteadyClock

    /// - Parameters:
    ///   - size: the number of workers.
    ///   - jobsAtOnce: the most jobs a worker takes at once.
    ///   - waitLimit: how long a job waits in the queue before it is refused.
    init(size: Int, jobsAtOnce: Int, waitLimit: Duration, clock: SteadyClock) throws(SystemCallFailure) {
        var signals: [ThreadSignal] = []
        for _ in 0..<size { signals.append(try ThreadSignal()) }
        self.signals = signals
        expirySignal = try ThreadSignal()
        self.jobsAtOnce = jobsAtOnce
        self.waitLimit = waitLimit
        self.clock = clock
    }

    /// The number of workers.
    var size: Int { signals.count }

    var statistics: PoolStatistics {
        state.withLock { PoolStatistics(size: size, open: $0.open, busy: $0.busy, waiting: $0.queue.count) }
    }

    /// The signal that wakes a worker.
    func signal(of index: Int) -> ThreadSignal { signals[index] }

    /// Queues a job, or refuses it at once.
    func add(_ job: Job) {
        let refusal: SQLFault? = state.withLock { state in
            if state.isClosing { return .unavailable("it is closing") }
            if let outage = unavailability(state) { return outage.fault }
            if state.queue.count >= Self.queueLimit { return exhausted }
            state.queue.append(job)
            wakeOneWorker(&state)
            wakeExpiryThread(&state)
            return nil
        }
        if let refusal { job.refuse(refusal) }
    }

    /// Decides what a worker without a connection does next. During an outage it begins to connect only if no other
    /// worker is connecting.
    func disconnectedTask(for index: Int) -> DisconnectedTask {
        state.withLock { state in
            state.unneeded.remove(index)
            if state.isClosing, state.queue.isEmpty { return .end }
            let isOutage = state.outage != nil
            let isNeeded = state.queue.count > state.connecting || (isOutage && state.open == 0)
            if isNeeded, !isOutage || state.connecting == 0 {
                state.connecting += 1
                return .connect
            }
            state.unneeded.insert(index)
            return .wait
        }
    }

    /// Records that a worker has connected, which ends an outage.
    func connected() {
        state.withLock { state in
            state.connecting -= 1
            state.open += 1
            state.outage = nil
            if state.queue.count > 1 { wakeOneWorker(&state) }
        }
    }

    /// Records a failed attempt to connect, and refuses the queued jobs if waiting cannot help them.
    ///
    /// - Returns: the pause before the worker's next attempt; nil if no job waits, and another worker is connected or
    ///   the pool is closing.
    func connectFailed(_ failure: ConnectAttemptFailure) -> Duration? {
        let (refused, fault, pause) = state.withLock { state in
            let outage = Outage(after: state.outage, failure, at: clock.now)
            state.outage = outage
            let refused = unavailability(state) == nil ? [] : state.takeJobs(.max)
            let triesAgain = !state.queue.isEmpty || (state.open == 0 && !state.isClosing)
            if !triesAgain {
                state.connecting -= 1
                if state.open > 0 { state.outage = nil }
            }
            return (refused, outage.fault, triesAgain ? outage.pause : nil)
        }
        for job in refused { job.refuse(fault) }
        return pause
    }

    /// Decides what a worker with a connection does next.
    func connectedTask(for index: Int) -> ConnectedTask {
        state.withLock { state in
            state.idle.remove(index)
            if state.queue.isEmpty {
                if state.isClosing { return .end }
                state.idle.insert(index)
                return .wait
            }
            state.busy += 1
            return .perform(state.takeJobs(jobsAtOnce))
        }
    }

    /// Records that a worker has finished its jobs. The jobs that it returns go back to the front of the queue, for
    /// another connection.
    func finished(returning jobs: [Job]) {
        state.withLock { state in
            state.busy -= 1
            for job in jobs.reversed() {
                state.queue.prepend(job)
                wakeOneWorker(&state)
            }
            if !jobs.isEmpty { wakeExpiryThread(&state) }
        }
    }

    /// Records that a worker's connection is closed.
    func disconnected(_ index: Int) {
        state.withLock { state in
            state.idle.remove(index)
            state.open -= 1
            // the worker may have been woken for a job that it can no longer run
            if !state.queue.isEmpty { wakeOneWorker(&state) }
        }
    }

    /// Records that a worker's thread ends.
    func workerEnded() {
        let waiters = state.withLock { state in
            state.ended += 1
            // a worker without a connection may be waiting and must see that no job is left
            for signal in signals { signal.send() }
            guard state.ended == size else { return [CheckedContinuation<Void, Never>]() }
            defer { state.closeWaiters = [] }
            expirySignal.send()
            return state.closeWaiters
        }
        for caller in waiters { caller.resume() }
    }

    /// Refuses new jobs. The workers finish the queued ones and end.
    func stop() {
        state.withLock { $0.isClosing = true }
        for signal in signals { signal.send() }
    }

    /// Stops, and waits until every connection is closed.
    func close() async {
        stop()
        await withCheckedContinuation { caller in
            let hasEnded = state.withLock { state in
                if state.ended < size { state.closeWaiters.append(caller) }
                return state.ended == size
            }
            if hasEnded { caller.resume() }
        }
    }

    /// Refuses each job that has waited for ``waitLimit``. Runs on a thread of its own until every worker has ended.
    func expireWaiters() {
        while true {
            let (expired, fault, pause, hasEnded) = state.withLock { state in
                var expired: [Job] = []
                let now = clock.now
                while let first = state.queue.first, now - first.accepted >= waitLimit {
                    expired.append(state.queue.removeFirst())
                }
                state.isExpiryThreadWaiting = state.queue.isEmpty
                let pause = state.queue.first.map { waitLimit - (now - $0.accepted) + .milliseconds(1) }
                let outage = state.open == 0 ? state.outage : nil
                return (expired, outage?.fault ?? exhausted, pause, state.ended == size)
            }
            for job in expired { job.refuse(fault) }
            if hasEnded { return }
            expirySignal.wait(atMost: pause)
        }
    }

    private var exhausted: SQLFault {
        .unavailable("every one of the pool's \(size) connections is busy and too many callers wait for one")
    }

    /// Returns the outage during which waiting cannot help: no worker is connected, and the outage has lasted for
    /// ``waitLimit`` or will last until an administrator changes something.
    private func unavailability(_ state: borrowing State) -> Outage? {
        guard state.open == 0, let outage = state.outage else { return nil }
        return outage.isLasting || clock.now - outage.since >= waitLimit ? outage : nil
    }

    private func wakeExpiryThread(_ state: inout State) {
        guard state.isExpiryThreadWaiting else { return }
        state.isExpiryThreadWaiting = false
        expirySignal.send()
    }

    private func wakeOneWorker(_ state: inout State) {
        if let index = state.idle.first {
            state.idle.remove(index)
            signals[index].send()
        } else if let index = state.unneeded.first {
            state.unneeded.remove(index)
            signals[index].send()
        }
    }
}
#endif
