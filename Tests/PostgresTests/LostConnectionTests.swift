#if Postgres
import Glibc
import PostgresSupport
import Primitives
import SQL
import Support
import Testing

@testable import Postgres

struct LostConnectionTests {
    @Test(arguments: [true, false])
    func `a connection lost while idle is replaced without the caller noticing`(prepared: Bool) async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open {
            $0.poolSize = 2; $0.preparesStatements = prepared
        }
        let console = try fresh.console()
        for id in 0..<30 {
            _ = try await database.write { try $0.run(TestSchema.insertMark(id)) }
            _ = try await database.select(Statement("SELECT 1"))
            try console.run(
                """
                SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
        }
        #expect(try await TestSchema.markCounts(in: database).values.allSatisfy { $0 == 1 })
        #expect(try await TestSchema.markCounts(in: database).count == 30)
        await database.close()
    }

    @Test func `a connection lost just before a queued transaction is replaced without the caller noticing`()
        async throws
    {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open { $0.poolSize = 1 }
        let process = try await database.write { try TestSchema.serverProcess(of: $0) }
        let pause = PausePoint()
        // It sends nothing, so the worker takes the next transaction without having seen that its connection is lost.
        let holder = Task.immediate {
            try await database.write { _ in
                pause.pause()
                TestSchema.endServerProcess(process)
            }
        }
        await pause.waitUntilPaused()
        let next = Task.immediate { _ = try await database.write { try $0.run(TestSchema.insertMark(1)) } }
        pause.resume()
        try await holder.value
        try await next.value
        #expect(try await TestSchema.markCounts(in: database) == [1: 1])
        await database.close()
    }

    @Test(.requirement("X19"))
    func `a transaction whose connection is lost before the commit has no effect and is not retried`()
        async throws
    {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { transaction in
                try transaction.run(TestSchema.insertMark(1))
                try TestSchema.endServerProcess(of: transaction)
                try transaction.run(TestSchema.insertMark(1))
            }
        }
        #expect(fault?.isUnavailable == true)
        #expect(try await TestSchema.markCounts(in: database) == [:])
        await database.close()
    }

    @Test(.requirement("X19")) func `a connection lost at the commit leaves the transaction's outcome unknown`()
        async throws
    {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { transaction in
                try transaction.run(TestSchema.insertMark(1))
                try TestSchema.endServerProcess(of: transaction)
            }
        }
        #expect(fault?.isUnknown == true)
        #expect(try await TestSchema.markCounts(in: database) == [:])
        await database.close()
    }

    /// The statement that is sent last stays unread, so the kernel resets the connection when the server's process ends.
    @Test func `the server's reason is reported also if the connection was reset after a long result`() async throws {
        let fresh = try await FreshDatabase(on: .local())
        var settings = PostgresSettings(url: fresh.url)
        settings.statementTimeout = .seconds(60)
        let connection = try Connector(settings, clock: .system, onConnect: { _ in }).connect(readOnly: false)
        let text = """
            SELECT repeat('x', 100000) || CASE WHEN n = 1 THEN '' ELSE CAST(pg_sleep(50) AS TEXT) END
            FROM generate_series(1, 2) AS numbers (n)
            """
        try connection.send(try connection.check(Statement(text)))
        try connection.sync()
        let console = try fresh.console(), process = connection.serverProcess
        try await waitUntil {
            try console.run("SELECT wait_event FROM pg_stat_activity WHERE pid = \(process)") == [["PgSleep"]]
        }
        try connection.sendWithoutWaiting("SELECT 1")
        TestSchema.endServerProcess(process)
        let failure = #expect(throws: ConnectionFailure.self) { try connection.receiveExchange() }
        guard case .lost(let error)? = failure else { Issue.record("\(String(describing: failure))"); return }
        #expect(error?.state == "57P01" && !connection.isUsable)
    }

    @Test func `a connection whose server stops answering is closed and the others continue`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open {
            $0.statementTimeout = .milliseconds(500); $0.poolSize = 2
        }
        let stopped = SharedValue(Int32(0))
        let time = await took {
            let fault = await #expect(throws: SQLFault.self) {
                try await database.write { transaction in
                    try transaction.run(TestSchema.insertMark(1))
                    let process = try TestSchema.serverProcess(of: transaction)
                    kill(process, SIGSTOP)
                    stopped.change { $0 = process }
                    try transaction.run(TestSchema.insertMark(2))
                }
            }
            #expect(fault?.description.contains("did not answer in time") == true && fault?.isUnavailable == true)
        }
        kill(stopped.value, SIGCONT)
        #expect(time > .milliseconds(1_400) && time < .seconds(30))
        _ = try await database.write { try $0.run(TestSchema.insertMark(3)) }
        #expect(try await TestSchema.markCounts(in: database) == [3: 1])
        await database.close()
    }

    @Test func `a commit that is not answered in time leaves the transaction's outcome unknown`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open { $0.statementTimeout = .milliseconds(500) }
        let stopped = SharedValue(Int32(0))
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { transaction in
                try transaction.run(TestSchema.insertMark(1))
                let process = try TestSchema.serverProcess(of: transaction)
                kill(process, SIGSTOP)
                stopped.change { $0 = process }
            }
        }
        kill(stopped.value, SIGCONT)
        #expect(fault?.isUnknown == true)
        await database.close()
    }

    @Test func `a point read on a server that stops answering fails in time`() async throws {
        let fresh = try await FreshDatabase(on: .local())
        let database = try await fresh.open { $0.statementTimeout = .milliseconds(500) }
        let process = Int32(try await database.select(Statement("SELECT pg_backend_pid()"))[0].int(0))
        kill(process, SIGSTOP)
        let time = await took {
            let fault = await #expect(throws: SQLFault.self) { try await database.select(Statement("SELECT 1")) }
            #expect(fault?.isUnavailable == true)
        }
        kill(process, SIGCONT)
        #expect(time < .seconds(30))
        #expect(try await database.select(Statement("SELECT 1")).count == 1)
        await database.close()
    }
}
#endif
