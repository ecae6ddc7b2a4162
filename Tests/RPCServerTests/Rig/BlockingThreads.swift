import Foundation

/// Where the tests of the server run: its raw clients block their thread, and the few threads that Swift's tasks share
/// must stay free for the server they wait for. Each job gets a thread of its own, so that none waits for another's.
final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
