import NIOCore
import NIOPosix

/// The event loops that serve requests; several servers can share them.
public final class ServerThreads: Sendable {
    let group: MultiThreadedEventLoopGroup
    private let executors: [ObjectIdentifier: EventLoopExecutor]

    /// - Parameter count: the number of threads; 0 starts one for each core.
    public init(count: Int = 0) {
        group = MultiThreadedEventLoopGroup(numberOfThreads: count > 0 ? count : System.coreCount)
        var executors: [ObjectIdentifier: EventLoopExecutor] = [:]
        for loop in group.makeIterator() { executors[ObjectIdentifier(loop)] = EventLoopExecutor(loop) }
        self.executors = executors
    }

    /// The executor that resumes suspended handlers on this loop.
    func executor(of loop: any EventLoop) -> EventLoopExecutor {
        executors[ObjectIdentifier(loop)] ?? EventLoopExecutor(loop)
    }

    /// Returns after every event loop has run a task, which shows that none of them is blocked.
    public func runThroughEach() async throws {
        for loop in group.makeIterator() { try await loop.submit {}.get() }
    }

    /// Returns after every event loop, one after the other, has handled each of its sockets that was ready. Showing that takes
    /// a descriptor; if none is free, this waits only until the loop has run a task.
    func waitForReadySockets() async throws {
        for loop in group.makeIterator() {
            do { try await ReadySocketsProbe.wait(for: loop) } catch { try await loop.submit {}.get() }
        }
    }

    /// Stops the threads. Their servers must have been drained.
    public func stop() async {
        try? await group.shutdownGracefully()
    }
}
