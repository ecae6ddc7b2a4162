#if Postgres
import Postgres
import PostgresSupport
import SQL
import Testing

struct SnapshotTests {
    @Test(arguments: [true, false])
    func `the statements of a read see one snapshot although another transaction commits between them`(
        preparesStatements: Bool
    ) async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open {
            $0.poolSize = 2
            $0.preparesStatements = preparesStatements
        }
        let pause = PausePoint()
        let read = Task.immediate {
            try await database.read { transaction in
                let count = Statement("SELECT COUNT(*) FROM mark")
                let before = try transaction.run(count)[0].int(0)
                pause.pause()
                return [before, try transaction.run(count)[0].int(0)]
            }
        }
        await pause.waitUntilPaused()
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        pause.resume()
        #expect(try await read.value == [0, 0])
        #expect(try await TestSchema.markCounts(in: database) == [1: 1])
        await database.close()
    }
}
#endif
