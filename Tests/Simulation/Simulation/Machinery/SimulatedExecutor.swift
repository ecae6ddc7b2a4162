import Primitives
import Synchronization

/// Runs all tasks of a simulation on one thread, in an order that follows from the seed, on virtual time.
///
/// Ready jobs are taken in random order. When none is ready, the virtual clock jumps to the next timer. Nothing else
/// wakes a task, so the same seed gives the same history.
final class SimulatedExecutor: TaskExecutor {
    fileprivate enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    fileprivate struct State {
        var generator: SeededGenerator
        var ready: [Work] = []
        var timers = TimerQueue()
        /// Nanoseconds since the start of the simulated hosts.
        var now: UInt64 = 3_600_000_000_000
        var jobs = 0
    }

    private let state: Mutex<State>

    init(_ generator: SeededGenerator) { state = Mutex(State(generator: generator)) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.ready.append(.job(job)) }
    }

    /// The virtual time.
    var now: SteadyInstant { state.withLock { SteadyInstant(nanoseconds: $0.now) } }

    /// The number of jobs run so far.
    var jobs: Int { state.withLock { $0.jobs } }

    /// Lets virtual time pass without running anything in between, as while every host is suspended.
    func skip(_ duration: Duration) { state.withLock { $0.now = ($0.instant + duration).nanoseconds } }

    /// Runs a closure after a delay. Returns the timer's number, by which it is cancelled.
    @discardableResult
    func after(_ delay: Duration, _ closure: @escaping @Sendable () -> Void) -> Int {
        state.withLock { $0.timers.add(at: ($0.instant + max(delay, .zero)).nanoseconds, closure) }
    }

    /// Runs the closure of a timer at once, if it has not run yet.
    func fire(_ timer: Int) {
        state.withLock { state in
            if let closure = state.timers.remove(timer) { state.ready.append(.closure(closure)) }
        }
    }

    /// Suspends the task until a delay has passed or it is cancelled.
    func sleep(_ delay: Duration) async throws {
        let timer = Mutex<Int?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
                let number = after(delay) { waiting.resume() }
                timer.withLock { $0 = number }
                if Task.isCancelled { fire(number) }
            }
        } onCancel: {
            if let number = timer.withLock({ $0 }) { fire(number) }
        }
        try Task.checkCancellation()
    }

    /// The context of every task of the simulation.
    var context: TaskContext { TaskContext(executor: self) { [self] in try await sleep($0) } }

    /// Starts a task of the simulation.
    @discardableResult
    func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: self) { [context] in
            await TaskContext.$current.withValue(context, operation: operation)
        }
    }

    /// Runs until `isDone` is true or nothing is left to run. Returns false in the latter case: every task then waits
    /// for something that never happens.
    func run(until isDone: () -> Bool) -> Bool {
        while !isDone() {
            guard let work = state.withLock({ $0.next() }) else { return false }
            switch work {
            case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .closure(let closure): closure()
            }
        }
        return true
    }
}

extension SimulatedExecutor.State {
    fileprivate var instant: SteadyInstant { SteadyInstant(nanoseconds: now) }

    /// Takes a ready job, or else the timers that are due next.
    fileprivate mutating func next() -> SimulatedExecutor.Work? {
        if ready.isEmpty {
            guard let due = timers.popFirst() else { return nil }
            now = max(now, due.time)
            ready.append(.closure(due.closure))
        }
        jobs += 1
        ready.swapAt(generator.below(ready.count), ready.count - 1)
        return ready.removeLast()
    }
}
