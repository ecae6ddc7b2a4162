import NIOCore

/// Runs a handler's later parts on its connection's own event loop.
///
/// A handler is started in place; when it suspends and is resumed, for instance by a commit, it comes straight back to
/// the loop that owns the connection instead of passing through the pool, which would cost one more thread hop.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop
    /// What this loop has still to send.
    let departures: NIOLoopBoundBox<Departures>

    init(_ loop: any EventLoop) {
        self.loop = loop
        departures = .makeBoxSendingValue(Departures(loop), eventLoop: loop)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
