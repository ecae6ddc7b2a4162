#if Postgres
import PostgresSupport
import SQL
import Testing

@testable import Postgres

struct FaultTests {
    /// A standby refuses the query for its timeline with 55000. A primary refuses to pause its recovery with it.
    @Test func `a read that the server refuses because it is a standby is unavailable, and no mistake in the code`()
        async throws
    {
        let database = try await FreshDatabase(on: .local()).open()
        let query = Statement("SELECT pg_wal_replay_pause()")
        for isPointRead in [true, false] {
            let fault = await #expect(throws: SQLFault.self) {
                _ = isPointRead ? try await database.select(query) : try await database.read { try $0.run(query) }
            }
            #expect(fault?.isUnavailable == true, "\(String(describing: fault))")
        }
        await database.close()
    }

    @Test func `a statement that runs too long is cancelled and reported`() async throws {
        let database = try await FreshDatabase(on: .local()).open {
            $0.statementTimeout = .milliseconds(200); $0.waitLimit = .seconds(60)
        }
        let time = await took {
            let fault = await #expect(throws: SQLFault.self) {
                try await database.write { try $0.run(Statement("SELECT 1 FROM pg_sleep(60)")) }
            }
            #expect(fault?.description.contains("statement timeout") == true && fault?.isUnavailable == true)
        }
        #expect(time < .seconds(50))
        await database.close()
    }

    @Test func `a lock that is not free in time is reported`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open {
            $0.lockTimeout = .milliseconds(100)
            $0.idleTimeout = .seconds(60)
        }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        let lock = Statement("SELECT id FROM mark WHERE id = 1 {lockRow}")
        let pause = PausePoint()
        let holder = Task {
            try await database.write { transaction in
                try transaction.run(lock)
                pause.pause()
            }
        }
        await pause.waitUntilPaused()
        let fault = await #expect(throws: SQLFault.self) { try await database.write { try $0.run(lock) } }
        #expect(fault?.description.contains("lock timeout") == true && fault?.isUnavailable == true)
        pause.resume()
        _ = try await holder.value
        await database.close()
    }

    @Test func `a column of an unsupported type is refused with the type's name`() async throws {
        let database = try await FreshDatabase(on: .local()).open()
        for type in [
            "\"char\"", "name", "oid", "json", "real", "double precision", "character", "character varying", "date",
            "time", "timestamp", "timestamp with time zone", "interval", "numeric", "uuid", "pg_lsn", "jsonb",
        ] {
            let query = Statement("SELECT CAST(NULL AS \(type))")
            let message = "column 0 is of type \(type); CAST it to BIGINT, TEXT or BYTEA"
            await #expect(throws: SQLFault.statement(text: query.text, message: message)) {
                try await database.select(query)
            }
        }
        for (text, type) in [("SELECT pg_sleep(0)", "void"), ("SELECT CAST(NULL AS money)", "number 790")] {
            let fault = await #expect(throws: SQLFault.self) { try await database.select(Statement(text)) }
            #expect(fault?.description.contains("is of type \(type);") == true)
        }
        await database.close()
    }

    @Test func `no fault contains a value`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open()
        for text in ["SELECT CAST($1 AS BIGINT)", "SELECT fails('P0001', CAST(length($1) AS BIGINT))"] {
            let fault = await #expect(throws: SQLFault.self) {
                try await database.write { try $0.run(Statement(text, "canary-value")) }
            }
            #expect(fault?.description.contains("canary") == false)
        }
        await database.close()
    }

    @Test(arguments: [
        ("53100", SQLFault.full),
        ("53300", .unavailable("the server has no connection left; raise its max_connections or lower database-pool")),
        ("57P03", .unavailable("the server is starting up or shutting down")),
        ("23505", .constraint("c")),
        ("40003", .unknownOutcome("the server does not know the outcome (40003)")),
        ("XX001", .corrupt("the server reports damage or a failed disk (XX001)")),
        ("42601", .statement(text: "SELECT", message: "said so (42601)")),
        ("22P02", .statement(text: "SELECT", message: "22P02")),
        ("53200", .unavailable("the server refused: said so (53200)")),
    ])
    func `each server error becomes the fault that says what the caller can do`(state: String, fault: SQLFault) {
        let error = ServerError(state: state, message: "said so", constraint: state == "23505" ? "c" : nil)
        #expect(error.fault(in: "SELECT") == fault)
    }

    @Test(arguments: [
        (
            "connection to server at \"h\", port 1 failed: FATAL:  28P01: password authentication failed for user \"u\"\nLOC",
            "check the password file", true
        ),
        ("connection to server on socket \"/a\" failed: FATAL:  57P03: das System startet\n", "starting up", false),
        ("connection to server on socket \"/a\" failed: No such file or directory\n\tIs it up?", "No such file", false),
        ("FATAL:  08P01: unsupported startup parameter: options", "set database-prepared-statements=false", true),
        ("", "no server answers", false),
    ])
    func `the reason of a failed connection is read from libpq's message`(text: String, part: String, isLasting: Bool) {
        let failure = ConnectErrorMessage(text).failure
        #expect("\(failure.fault)".contains(part) && !"\(failure.fault)".contains("\n"))
        #expect(failure.isLasting == isLasting)
    }
}
#endif
