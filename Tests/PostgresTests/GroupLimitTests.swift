#if Postgres
import PostgresSupport
import Primitives
import SQL
import Support
import Testing

@testable import Postgres

/// Transactions of one account while the pool is small.
struct GroupLimitTests {
    @Test func `two transactions of one group use connections, and others are not kept out`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open {
            $0.poolSize = 3
            $0.idleTimeout = .seconds(60)
            $0.waitLimit = .seconds(30)
        }
        let pauses = (0..<6).map { _ in PausePoint() }
        let holders = pauses.enumerated().map { number, pause in
            Task.immediate {
                _ = try await database.write(group: [1]) { transaction in
                    try transaction.run(TestSchema.insertMark(number))
                    pause.pause()
                }
            }
        }
        for pause in pauses[..<GroupLimit.limit] { await pause.waitUntilPaused() }
        #expect(database.waitingCount(in: [1]) == 4)
        #expect(database.statistics.busy == 2 && database.statistics.waiting == 0)
        // Other groups, and transactions without one, still get the third connection.
        _ = try await database.write(group: [2]) { try $0.run(TestSchema.insertMark(10)) }
        _ = try await database.write { try $0.run(TestSchema.insertMark(11)) }
        for pause in pauses { pause.resume() }
        for holder in holders { try await holder.value }
        #expect(try await TestSchema.markCounts(in: database).count == 8)
        #expect(database.waitingCount(in: [1]) == 0)
        await database.close()
    }

    @Test func `a transaction that fails makes room for the next one of its group`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open { $0.poolSize = 2 }
        struct Failure: Error {}
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await database.write(group: [1]) { transaction in
                            try transaction.run(TestSchema.insertMark(number))
                            if number.isMultiple(of: 2) { throw Failure() }
                        }
                    } catch is Failure {}
                }
            }
            try await group.waitForAll()
        }
        #expect(try await TestSchema.markCounts(in: database).count == 10)
        #expect(database.waitingCount(in: [1]) == 0)
        await database.close()
    }

    @Test func `256 transactions of one group may wait, and one more is refused at once`() async throws {
        let (database, pauses, holders) = try await databaseWithTwoHolders()
        let waiting = (0..<256).map { _ in Task.immediate { try await database.write(group: [1]) { _ in } } }
        #expect(database.waitingCount(in: [1]) == 256)
        await #expect(throws: SQLFault.unavailable("too many transactions of one account are waiting")) {
            try await database.write(group: [1]) { _ in }
        }
        for pause in pauses { pause.resume() }
        for task in holders + waiting { try await task.value }
        await database.close()
    }

    @Test func `waiting transactions are refused when the database closes`() async throws {
        let (database, pauses, holders) = try await databaseWithTwoHolders()
        let waiting = Task.immediate { try await database.write(group: [1]) { _ in } }
        #expect(database.waitingCount(in: [1]) == 1)
        let closing = Task { await database.close() }
        for pause in pauses { pause.resume() }
        for holder in holders { _ = try? await holder.value }
        // It is performed or refused, depending on which comes first, and never forgotten.
        do { try await waiting.value } catch { #expect(error as? SQLFault == .unavailable("it is closing")) }
        await closing.value
    }

    @Test func `a transaction of a group that the pool refuses is refused and no longer counted`() throws {
        let clock = StoppedClock(), refusals = SharedValue<[SQLFault]>([])
        let pool = try ConnectionPool<TransactionJob>(
            size: 1, jobsAtOnce: 1, waitLimit: .seconds(3), clock: clock.steady)
        let groups = GroupLimit(pool, waitLimit: .seconds(3), clock: clock.steady)
        pool.stop()
        for count in 1...GroupLimit.limit + 1 {
            groups.add(
                QueuedTransaction(
                    perform: { _ in QueuedTransaction.Outcome(error: nil) { _ in } },
                    refuse: { fault in refusals.change { $0.append(fault) } }), of: [1])
            #expect(refusals.value.count == count && groups.waitingCount(in: [1]) == 0)
        }
        #expect(Set(refusals.value.map(\.description)).count == 1)
    }

    /// Opens a database whose group `[1]` has two transactions under way, which end when their pause points are
    /// resumed.
    private func databaseWithTwoHolders() async throws -> (PostgresDatabase, [PausePoint], [Task<Void, any Error>]) {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open {
            $0.poolSize = 3
            $0.idleTimeout = .seconds(60)
            $0.waitLimit = .seconds(60)
        }
        let pauses = [PausePoint(), PausePoint()]
        let holders = pauses.map { pause in
            Task.immediate { try await database.write(group: [1]) { _ in pause.pause() } }
        }
        for pause in pauses { await pause.waitUntilPaused() }
        return (database, pauses, holders)
    }
}
#endif
