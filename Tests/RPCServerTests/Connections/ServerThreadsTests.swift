import NIOCore
import NIOPosix
import Testing

@testable import RPCServer

@Suite struct ServerThreadsTests {
    @Test(arguments: [(0, System.coreCount), (1, 1), (2, 2), (3, 3)])
    func `a server has as many event loops as it is told to, and with 0 one for each core`(
        count: Int, loops: Int
    ) async {
        let threads = ServerThreads(count: count)
        #expect(threads.group.makeIterator().reduce(0) { sum, _ in sum + 1 } == loops)
        await threads.stop()
    }
}
