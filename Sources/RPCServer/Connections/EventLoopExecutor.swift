import NIOCore

/// Runs the continuations of a handler on the event loop of its connection.
///
/// A handler starts in place on that loop. When it is resumed, for instance by a commit, it comes straight back to the
/// loop instead of running in Swift's thread pool first, which would cost one more switch between threads.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop
    let flushBatch: NIOLoopBoundBox<FlushBatch>

    init(_ loop: any EventLoop) {
        self.loop = loop
        flushBatch = .makeBoxSendingValue(FlushBatch(loop), eventLoop: loop)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
