#if Postgres
import Glibc
import PostgresSupport
import Primitives
import SQL
import Testing

@testable import Postgres

struct PointReadTests {
    @Test(arguments: [(true, 1), (false, 0)])
    func `a read on a lost connection is left for another one if the connection may have been lost while idle`(
        mayBeStale: Bool, leftCount: Int
    ) async throws {
        let settings = PostgresSettings(url: try TestCluster.local().url)
        let connection = try Connector(settings, clock: .system, onConnect: { _ in }).connect(readOnly: true)
        connection.mayBeStale = mayBeStale
        TestSchema.endServerProcess(connection.serverProcess)
        let left = SharedValue<[PointRead]>([])
        let fault = await #expect(throws: SQLFault.self) {
            try await withCheckedThrowingContinuation { caller in
                let read = PointRead(Statement("SELECT 1"), at: .init(nanoseconds: 0), for: caller)
                left.change { $0 = PointRead.run([read], on: connection) }
                for read in left.value { read.refuse(.full) }
            }
        }
        #expect(left.value.count == leftCount && (fault == .full) == mayBeStale)
    }

    @Test func `reads that share an exchange with a server that stops answering fail and are not repeated`()
        async throws
    {
        var settings = PostgresSettings(url: try TestCluster.local().url)
        settings.statementTimeout = .milliseconds(100)
        let connection = try Connector(settings, clock: .system, onConnect: { _ in }).connect(readOnly: true)
        let reads = SharedValue<[PointRead]>([])
        let results = (1...2).map { number in
            Task.immediate {
                try await withCheckedThrowingContinuation { caller in
                    let statement = Statement("SELECT \(number)")
                    reads.change { $0.append(PointRead(statement, at: .init(nanoseconds: 0), for: caller)) }
                }
            }
        }
        kill(connection.serverProcess, SIGSTOP)
        let left = PointRead.run(reads.value, on: connection)
        kill(connection.serverProcess, SIGCONT)
        #expect(left.isEmpty)
        for read in left { read.refuse(.unavailable("another connection must run it")) }
        for result in results {
            await #expect(throws: ConnectionFailure.timedOut.fault) { _ = try await result.value }
        }
    }
}
#endif
