#if Postgres
import PostgresSupport
import SQL
import Support
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

    @Test func `a write transaction asks for the timeline and changes nothing if it is refused`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local()),
            bouncer = try PgBouncer(inFrontOf: fresh.cluster)
        let seen = SharedValue<[TimelinePosition]>([]), refuses = SharedValue(false)
        let database = try await PostgresDatabase.open(settings(bouncer, fresh)) { now throws(SQLFault) in
            seen.change { $0.append(now) }
            if refuses.value { throw .unavailable("another timeline") }
        }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        let first = seen.value.count
        _ = try await database.write { transaction in
            try transaction.run(TestSchema.insertMark(2))
            try transaction.run(TestSchema.insertMark(3))
        }
        _ = try await database.read { try $0.run(Statement("SELECT 1")) }
        #expect(seen.value.count > first)
        refuses.change { $0 = true }
        await #expect(throws: SQLFault.unavailable("another timeline")) {
            try await database.write { try $0.run(TestSchema.insertMark(4)) }
        }
        refuses.change { $0 = false }
        #expect(try await TestSchema.markCounts(in: database) == [1: 1, 2: 1, 3: 1])
        await database.close()
    }

    @Test func `a user who may not read the timeline writes without a check of it`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let console = try fresh.console(), user = "reader_\(fresh.url.hashValue.magnitude)"
        for command in [
            "CREATE USER \(user)", "GRANT ALL ON mark TO \(user)",
            "REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC",
        ] { try console.run(command) }
        var settings = PostgresSettings(url: fresh.url.replacing("postgres@", with: user + "@"))
        settings.preparesStatements = false
        let seen = SharedValue(0)
        let database = try await PostgresDatabase.open(settings) { _ in seen.change { $0 += 1 } }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        #expect(try await TestSchema.markCounts(in: database) == [1: 1])
        #expect(seen.value == 0)
        await database.close()
        for command in ["DROP OWNED BY \(user)", "DROP USER \(user)"] { try console.run(command) }
    }

    @Test func `behind pgBouncer the first write on a promoted standby is refused until it is accepted`() async throws {
        let primary = try TestCluster("wal_level = replica", "max_wal_senders = 4", "hot_standby = on")
        let fresh = try await FreshDatabase(TestSchema.migrations, on: primary)
        let standby = try primary.standby(), bouncer = try PgBouncer(inFrontOf: primary)
        let served = SharedValue<UInt32?>(nil)
        let database = try await PostgresDatabase.open(settings(bouncer, fresh)) { now throws(SQLFault) in
            guard let timeline = served.value, timeline != now.timeline else { return }
            throw .unavailable("timeline \(now.timeline)")
        }
        served.change { $0 = 1 }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        let copy = try Console(fresh.url.replacing(primary.folder, with: standby.folder))
        try await waitUntil { try copy.run("SELECT id FROM mark") == [["1"]] }
        primary.stop("immediate")
        standby.promote()
        try bouncer.moveSockets(from: primary, to: standby)
        var refusal: SQLFault?
        while refusal != .unavailable("timeline 2") {
            do {
                _ = try await database.write { try $0.run(TestSchema.insertMark(2)) }
                Issue.record("a write on timeline 2 was accepted")
                break
            } catch { refusal = error as? SQLFault }
            try await Task.sleep(for: .milliseconds(20))
        }
        served.change { $0 = 2 }
        _ = try await database.write { try $0.run(TestSchema.insertMark(3)) }
        #expect(try await TestSchema.markCounts(in: database) == [1: 1, 3: 1])
        await database.close()
    }
}
#endif
