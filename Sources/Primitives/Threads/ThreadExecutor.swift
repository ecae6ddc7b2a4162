import Synchronization

/// Runs tasks on threads outside Swift's cooperative pool and outside any event loop, for work that computes for long.
///
/// A thread is started when a task is ready, and ends when no task is.
public final class ThreadExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// The number of running threads.
        var threads = 0
    }

    private let state = Mutex(State())
    private let mostThreads: Int

    /// - Parameter mostThreads: the highest number of threads at the same time.
    public init(mostThreads: Int) { self.mostThreads = mostThreads }

    /// Runs a part of a task later; on the thread of the caller if the system has no thread left.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < mostThreads else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        do throws(SystemCallFailure) {
            try DedicatedThread.start { self.runJobs() }
        } catch {
            runJobs()
        }
    }

    private func runJobs() {
        while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The first job that waits; nil if there is none, which ends the thread.
    private func nextJob() -> UnownedJob? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
            state.threads -= 1
            return nil
        }
    }
}
