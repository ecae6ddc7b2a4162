#if Postgres
import PostgresSupport
import SQL
import Testing

@testable import Postgres

struct RerunTests {
    @Test(arguments: [("40001", 0), ("40001", 3), ("40P01", 2)])
    func `a conflict runs the closure again until it is through`(code: String, times: Int) async throws {
        let database = try await FreshDatabase(Marks.migrations, on: .local()).open()
        _ = try await database.write { transaction in
            try transaction.run(Marks.put(1))
            try transaction.run(Statement("SELECT fails($1, $2)", .text(code), .int(times)))
        }
        #expect(try await Marks.tries(in: database) == Int64(times + 1))
        #expect(try await Marks.counts(in: database) == [1: 1])
        await database.close()
    }

    @Test func `a conflict is tried three times more and then told`() async throws {
        let database = try await FreshDatabase(Marks.migrations, on: .local()).open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { try $0.run(Statement("SELECT fails('40001', 99)")) }
        }
        #expect(fault?.isUnavailable == true)
        #expect(try await Marks.tries(in: database) == 4)
        await database.close()
    }

    @Test func `a commit answered with a conflict took no effect and runs again`() async throws {
        let database = try await FreshDatabase(Marks.migrations, on: .local()).open()
        _ = try await database.write { transaction in
            try transaction.run(Marks.put(1))
            try transaction.run(Statement("INSERT INTO late VALUES (2, '40001')"))
        }
        #expect(try await Marks.tries(in: database) == 3)
        #expect(try await Marks.counts(in: database) == [1: 1])
        await database.close()
    }

    @Test func `a deadlock is resolved by running one of the two again`() async throws {
        let fresh = try await FreshDatabase(Marks.migrations, on: .local())
        let database = try await fresh.open {
            $0.statementTimeout = .seconds(5); $0.lockTimeout = .seconds(4)
        }
        _ = try await database.write { try $0.batch([Marks.put(1), Marks.put(2)]) }
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
    func `a plan made stale by a migration heals by itself`(inTransaction: Bool) async throws {
        let fresh = try await FreshDatabase(Marks.migrations, on: .local())
        let database = try await fresh.open { $0.poolSize = 1 }
        let all = Statement("SELECT * FROM mark WHERE id > $1", 0)
        func widths() async throws -> [Int] {
            inTransaction
                ? try await database.write { try $0.run(all).map(\.values.count) }
                : try await database.select(all).map(\.values.count)
        }
        _ = try await database.write { try $0.run(Marks.put(1)) }
        #expect(try await widths() == [2])
        try fresh.console().run("ALTER TABLE mark ADD COLUMN more TEXT")
        #expect(try await widths() == [3])
        await database.close()
    }

    @Test func `prepared statements that are gone are prepared again`() async throws {
        let database = try await FreshDatabase(Marks.migrations, on: .local()).open { $0.poolSize = 1 }
        for _ in 0..<3 {
            for id in 1...3 { _ = try await database.write { try $0.run(Marks.put(id)) } }
            _ = try await database.write { try $0.run(Statement("SELECT forget()")) }
        }
        #expect(try await Marks.counts(in: database) == [1: 3, 2: 3, 3: 3])
        await database.close()
    }

    @Test(arguments: [
        (Trouble.lost(nil), Reruns.Phase.first, Reruns.Verdict.elsewhere),
        (.lost(nil), .open, .tell(Trouble.lost(nil).fault)),
        (.lost(nil), .committing, .tell(.unknownOutcome("the connection was lost before the commit was answered"))),
        (.silent, .first, .tell(Trouble.silent.fault)),
        (.silent, .committing, .tell(.unknownOutcome("the server did not answer the commit in time"))),
        (.refused(ServerError(state: "40001"), text: ""), .committing, .again),
        (.refused(ServerError(state: "26000"), text: ""), .open, .prepareAgain),
        (.refused(ServerError(state: "26000"), text: "COMMIT"), .committing, .prepareAgain),
        (.refused(ServerError(state: "25006"), text: ""), .open, .elsewhere),
        (.refused(ServerError(state: "23505", constraint: "c"), text: ""), .committing, .tell(.constraint("c"))),
    ])
    func `only what surely was not committed runs again`(
        trouble: Trouble, phase: Reruns.Phase, verdict: Reruns.Verdict
    ) {
        var reruns = Reruns()
        #expect(reruns.decide(trouble, in: phase) == verdict)
    }
}
#endif
