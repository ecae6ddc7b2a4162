#if Postgres
import PostgresSupport
import SQL
import Support
import Synchronization
import Testing

@testable import Postgres

/// Outages of real servers. `Tests/EndToEnd/instances.py` measures how soon a server is found again.
@Suite(.timeLimit(.minutes(2))) struct OutageTests {
    @Test func `a server that crashes and comes back is found again and nothing acknowledged is lost`() async throws {
        let cluster = try TestCluster("fsync = on")
        let database = try await FreshDatabase(TestSchema.migrations, on: cluster).open { $0.poolSize = 4 }
        let acknowledged = SharedValue<Set<Int64>>([])
        let (isOver, faults) = (SharedValue(false), SharedValue<[SQLFault]>([]))
        let writers = (0..<8).map { lane in
            Task {
                var step = 0
                while !isOver.value {
                    step += 1
                    let id = lane * 100_000 + step
                    do {
                        _ = try await database.write { try $0.run(TestSchema.insertMark(id)) }
                        acknowledged.change { $0.insert(Int64(id)) }
                    } catch let fault as SQLFault {
                        faults.change { $0.append(fault) }
                    }
                }
            }
        }
        for round in 1...2 {
            try await waitUntil { acknowledged.value.count >= 60 * round }
            cluster.stop("immediate")
            try await Task.sleep(for: .milliseconds(200))
            cluster.start()
            try await waitUntil { (try? await database.write { try $0.run(Statement("SELECT 1")) }) != nil }
        }
        isOver.change { $0 = true }
        for writer in writers { try await writer.value }
        let counts = try await TestSchema.markCounts(in: database)
        #expect(acknowledged.value.allSatisfy { counts[$0] == 1 } && counts.values.allSatisfy { $0 == 1 })
        #expect(faults.value.allSatisfy { $0.isUnavailable || $0.isUnknown })
        await database.close()
    }

    @Test func `while no server answers, calls fail with the server's address in time, and closing does not hang`()
        async throws
    {
        let cluster = try TestCluster()
        let database = try await FreshDatabase(on: cluster).open { $0.waitLimit = .seconds(2) }
        cluster.stop("fast")
        for (calls, atMost) in [(2, Duration.seconds(30)), (40, .seconds(30))] {
            let time = await took {
                for call in 0..<calls {
                    let fault = await #expect(throws: SQLFault.self) {
                        if call % 2 == 0 { return try await database.select(Statement("SELECT 1")) }
                        return try await database.write { try $0.run(Statement("SELECT 1")) }
                    }
                    #expect(fault?.description.contains(cluster.folder) == true)
                }
            }
            #expect(time < atMost)
        }
        #expect(await took { await database.close() } < .seconds(30))
    }

    @Test func `a connection to a server that became read-only is replaced`() async throws {
        let cluster = try TestCluster()
        let fresh = try await FreshDatabase(TestSchema.migrations, on: cluster)
        let database = try await fresh.open { $0.waitLimit = .seconds(1) }
        let console = try Console(cluster.url)
        func alterSystem(_ words: String) throws {
            try console.run("ALTER SYSTEM \(words)")
            try console.run("SELECT pg_reload_conf()")
        }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        try alterSystem("SET default_transaction_read_only = on")
        try await waitUntil { try Console(cluster.url).run("SHOW default_transaction_read_only") == [["on"]] }
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { try $0.run(TestSchema.insertMark(2)) }
        }
        #expect(fault?.isUnavailable == true && fault?.description.contains("read-only") == true)
        try alterSystem("RESET default_transaction_read_only")
        try await waitUntil { (try? await database.write { try $0.run(TestSchema.insertMark(3)) }) != nil }
        #expect(try await TestSchema.markCounts(in: database) == [1: 1, 3: 1])
        await database.close()
    }

    @Test func `opening fails while the connection limit is reached, and succeeds afterwards`() async throws {
        let fresh = try await FreshDatabase(on: .local())
        let user = "narrow_\(fresh.url.hashValue.magnitude)"
        try fresh.console().run("CREATE USER \(user) CONNECTION LIMIT 1")
        var settings = PostgresSettings(url: fresh.url.replacing("postgres@", with: user + "@"))
        settings.preparesStatements = false
        settings.poolSize = 1
        settings.waitLimit = .seconds(2)
        let narrow = settings
        let first = try await PostgresDatabase.open(narrow)
        let fault = await #expect(throws: SQLFault.self) { _ = try await PostgresDatabase.open(narrow) }
        #expect(fault?.description.contains("max_connections") == true)
        await first.close()
        let second = try await PostgresDatabase.open(narrow)
        await second.close()
    }
}
#endif
