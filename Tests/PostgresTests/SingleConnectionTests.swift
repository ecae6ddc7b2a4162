#if Postgres
import Glibc
import PostgresSupport
import Primitives
import SQL
import Testing

@testable import Postgres

struct SingleConnectionTests {
    /// The write throws, so its rollback is sent without waiting for the reply.
    @Test func `a connection whose server does not answer the end of a write is not used again`() async throws {
        var settings = PostgresSettings(url: try await FreshDatabase(TestSchema.migrations, on: .local()).url)
        settings.statementTimeout = .milliseconds(100)
        let connection = try SingleConnection(settings, random: .system)
        let process = connection.serverProcess
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
                let write = QueuedTransaction(
                    { transaction in
                        try transaction.run(TestSchema.insertMark(1))
                        kill(process, SIGSTOP)
                        throw Failure()
                    }, for: caller)
                #expect(connection.run(write, isWrite: true))
            }
        }
        kill(process, SIGCONT)
        #expect(!connection.isUsable)
    }
}
#endif
