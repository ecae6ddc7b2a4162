import Foundation

/// Runs each job on a thread of its own. The tests' raw clients block their thread, and the few threads of Swift's pool
/// must stay free for the server they wait for.
final class ThreadPerJobExecutor: TaskExecutor {
    static let shared = ThreadPerJobExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
