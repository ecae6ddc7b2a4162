import Dispatch

/// Where the tests of the server run: its raw clients block their thread, and the few threads that Swift's tasks share
/// must stay free for the server they wait for.
final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
