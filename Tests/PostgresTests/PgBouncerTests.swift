#if Postgres
import PostgresSupport
import SQL
import Testing

@testable import Postgres

/// A database behind a real pgBouncer in transaction mode, where each transaction may use another server connection.
struct PgBouncerTests {
    private func settings(_ bouncer: PgBouncer, _ fresh: FreshDatabase, prepared: Bool = false) -> PostgresSettings {
        var settings = PostgresSettings(url: bouncer.url(of: fresh))
        settings.preparesStatements = prepared
        return settings
    }

    @Test func `without prepared statements, migrations, locks, batches and reads work behind pgBouncer`() async throws
    {
        let fresh = try await FreshDatabase(on: .local()), bouncer = try PgBouncer(inFrontOf: fresh.cluster)
        let settings = settings(bouncer, fresh)
        let counts = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let database = try await PostgresDatabase.open(settings)
                    let steps = try await Migrations.run(TestSchema.migrations, on: database)
                    await database.close()
                    return steps.count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 0, 0, 0, 0, 1])

        let database = try await PostgresDatabase.open(settings)
        _ = try await database.write { try $0.run(TestSchema.insertMark(0)) }
        try await withThrowingTaskGroup { group in
            for lane in 1...16 {
                group.addTask {
                    for step in 0..<20 {
                        let id = lane * 100 + step
                        let answers = try await database.write { transaction in
                            try transaction.run(Statement("SELECT id FROM mark WHERE id = 0 {lockRow}"))
                            return try transaction.batch([
                                TestSchema.insertMark(id), Statement("SELECT id FROM mark WHERE id = $1", .int(id)),
                                Statement("SELECT current_setting('statement_timeout')"),
                            ])
                        }
                        #expect(answers.map { $0.map { $0.values } } == [[], [[.int(id)]], [["2s"]]])
                        let found = try await database.select(
                            Statement("SELECT count(*) FROM mark WHERE id = $1", .int(id)))
                        #expect(found.map(\.values) == [[1]])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await TestSchema.markCounts(in: database).count == 321)
        #expect(try await database.timeline().timeline >= 1)
        await database.close()
    }

    @Test func `the settings of a transaction do not stay with the server connection`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local()),
            bouncer = try PgBouncer(inFrontOf: fresh.cluster)
        var quick = settings(bouncer, fresh)
        quick.statementTimeout = .milliseconds(500)
        quick.poolSize = 1
        let database = try await PostgresDatabase.open(quick)
        let other = try await PostgresDatabase.open(settings(bouncer, fresh))
        for _ in 0..<3 {
            await #expect(throws: SQLFault.self) {
                try await database.write { try $0.run(Statement("SELECT 1 FROM pg_sleep(9)")) }
            }
            _ = try await other.write { try $0.run(Statement("SELECT 1 FROM pg_sleep(0.7)")) }
        }
        await database.close()
        await other.close()
    }

    @Test func `with prepared statements opening fails with advice on the setting`() async throws {
        let fresh = try await FreshDatabase(on: .local()), bouncer = try PgBouncer(inFrontOf: fresh.cluster)
        let settings = settings(bouncer, fresh, prepared: true)
        let fault = await #expect(throws: SQLFault.self) { _ = try await PostgresDatabase.open(settings) }
        #expect(fault?.description.contains("set database-prepared-statements=false") == true)
    }
}
#endif
