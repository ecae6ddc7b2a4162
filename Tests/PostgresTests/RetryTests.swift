#if Postgres
import PostgresSupport
import Primitives
import SQL
import Synchronization
import Testing

@testable import Postgres

struct RetryTests {
    @Test(arguments: [("40001", 0), ("40001", 3), ("40P01", 2)])
    func `a serialization failure or deadlock is retried until the transaction succeeds`(code: String, times: Int)
        async throws
    {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open()
        _ = try await database.write { transaction in
            try transaction.run(TestSchema.insertMark(1))
            try transaction.run(Statement("SELECT fails($1, $2)", .text(code), .int(times)))
        }
        #expect(try await TestSchema.attempts(in: database) == Int64(times + 1))
        #expect(try await TestSchema.markCounts(in: database) == [1: 1])
        await database.close()
    }

    @Test func `a serialization failure is retried three times and then reported`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { try $0.run(Statement("SELECT fails('40001', 99)")) }
        }
        #expect(fault?.isUnavailable == true)
        #expect(try await TestSchema.attempts(in: database) == 4)
        await database.close()
    }

    @Test func `before each retry a transaction pauses for a random time, up to 20, 40 and 80 ms`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local()), draws = Atomic(0)
        // The remainders of 79 by 20, 40 and 80 are the greatest.
        let greatest = RandomSource { buffer in
            draws.add(1, ordering: .relaxed)
            for index in buffer.indices { buffer[index] = index == 0 ? 79 : 0 }
        }
        let database = try await PostgresDatabase.open(PostgresSettings(url: fresh.url), random: greatest)
        let time = try await took {
            _ = try await database.write { try $0.run(Statement("SELECT fails('40001', 3)")) }
        }
        #expect(draws.load(ordering: .relaxed) == 3 && time >= .milliseconds(19 + 39 + 79))
        await database.close()
    }

    @Test func `a commit refused with a serialization failure has no effect and is retried`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open()
        _ = try await database.write { transaction in
            try transaction.run(TestSchema.insertMark(1))
            try transaction.run(Statement("INSERT INTO late VALUES (2, '40001')"))
        }
        #expect(try await TestSchema.attempts(in: database) == 3)
        #expect(try await TestSchema.markCounts(in: database) == [1: 1])
        await database.close()
    }

    @Test func `a deadlock is resolved by retrying one of the two transactions`() async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open {
            $0.statementTimeout = .seconds(5); $0.lockTimeout = .seconds(4)
        }
        _ = try await database.write { try $0.batch([TestSchema.insertMark(1), TestSchema.insertMark(2)]) }
        try await withThrowingTaskGroup { group in
            for order in [(1, 2), (2, 1)] {
                group.addTask {
                    try await database.write { transaction in
                        let touch = "UPDATE mark SET note = COALESCE(note, '') || 'x' WHERE id = $1"
                        try transaction.run(Statement(touch, .int(order.0)))
                        try transaction.run(Statement("SELECT 1 FROM pg_sleep(0.3)"))
                        try transaction.run(Statement(touch, .int(order.1)))
                    }
                }
            }
            try await group.waitForAll()
        }
        let notes = try await database.select(Statement("SELECT note FROM mark"))
        #expect(notes.map(\.values) == [["xx"], ["xx"]])
        await database.close()
    }

    @Test(arguments: [true, false])
    func `a statement whose result type a migration changed is prepared again`(inTransaction: Bool) async throws {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        let database = try await fresh.open { $0.poolSize = 1 }
        let all = Statement("SELECT * FROM mark WHERE id > $1", 0)
        func widths() async throws -> [Int] {
            inTransaction
                ? try await database.write { try $0.run(all).map(\.values.count) }
                : try await database.select(all).map(\.values.count)
        }
        _ = try await database.write { try $0.run(TestSchema.insertMark(1)) }
        #expect(try await widths() == [2])
        try fresh.console().run("ALTER TABLE mark ADD COLUMN more TEXT")
        #expect(try await widths() == [3])
        await database.close()
    }

    @Test func `prepared statements that the server lost are prepared again`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open { $0.poolSize = 1 }
        for _ in 0..<3 {
            for id in 1...3 { _ = try await database.write { try $0.run(TestSchema.insertMark(id)) } }
            _ = try await database.write { try $0.run(Statement("SELECT forget()")) }
        }
        #expect(try await TestSchema.markCounts(in: database) == [1: 3, 2: 3, 3: 3])
        await database.close()
    }

    @Test func `a caller's transaction is retried after three conflicts, and once after each other failure`() {
        for (state, limit) in [("40001", 3), ("40P01", 3), ("26000", 1), ("25006", 1)] {
            var policy = RetryPolicy()
            let failure = ConnectionFailure.refused(ServerError(state: state), text: "")
            for _ in 0..<limit { #expect(policy.decide(failure, in: .beforeCommit) != .fail(failure.fault)) }
            #expect(policy.decide(failure, in: .beforeCommit) == .fail(failure.fault))
        }
    }

    @Test(arguments: [
        (ConnectionFailure.lost(nil), RetryPolicy.Phase.firstExchange, RetryPolicy.Decision.retryOnOtherConnection),
        (.lost(nil), .beforeCommit, .fail(ConnectionFailure.lost(nil).fault)),
        (.lost(nil), .committing, .fail(.unknownOutcome("the connection was lost before the commit was answered"))),
        (.timedOut, .firstExchange, .fail(ConnectionFailure.timedOut.fault)),
        (.timedOut, .committing, .fail(.unknownOutcome("the server did not answer the commit in time"))),
        (.refused(ServerError(state: "40001"), text: ""), .committing, .retry),
        (.refused(ServerError(state: "26000"), text: ""), .beforeCommit, .retryWithNewPreparations),
        (.refused(ServerError(state: "26000"), text: "COMMIT"), .committing, .retryWithNewPreparations),
        (.refused(ServerError(state: "25006"), text: ""), .beforeCommit, .retryOnOtherConnection),
        // The message of 55000 is in the server's language.
        (
            .refused(ServerError(state: "55000", message: "Wiederherstellung läuft"), text: ""), .beforeCommit,
            .retryOnOtherConnection
        ),
        (.refused(ServerError(state: "23505", constraint: "c"), text: ""), .committing, .fail(.constraint("c"))),
    ])
    func `only a transaction that certainly was not committed is retried`(
        failure: ConnectionFailure, phase: RetryPolicy.Phase, decision: RetryPolicy.Decision
    ) {
        var policy = RetryPolicy()
        #expect(policy.decide(failure, in: phase) == decision)
    }
}
#endif
