import NIOCore
import NIOPosix

/// The event loops requests are answered on; several servers share one set.
public final class ServerThreads: Sendable {
    let group: MultiThreadedEventLoopGroup
    private let executors: [ObjectIdentifier: LoopExecutor]

    /// Starts threads.
    ///
    /// - Parameter count: nil takes one for each core.
    public init(count: Int? = nil) {
        group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, count ?? System.coreCount))
        var executors: [ObjectIdentifier: LoopExecutor] = [:]
        for loop in group.makeIterator() { executors[ObjectIdentifier(loop)] = LoopExecutor(loop) }
        self.executors = executors
    }

    /// What resumes a suspended handler on the loop it was started on.
    func executor(of loop: any EventLoop) -> LoopExecutor {
        executors[ObjectIdentifier(loop)] ?? LoopExecutor(loop)
    }

    /// Ends the threads; servers on them must have been drained.
    public func stop() async {
        try? await group.shutdownGracefully()
    }
}
