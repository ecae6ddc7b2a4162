#if Postgres
import PostgresSupport
import SQL
import Synchronization
import Testing

@testable import Postgres

struct PoolTests {
    private final class Order: Sendable {
        private let numbers = Mutex<[Int]>([])
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
        var all: [Int] { numbers.withLock { $0 } }
    }

    private static let sleep = Statement("SELECT 1 FROM pg_sleep(4)")

    @Test func `whoever waits too long for a connection gets the fault of an exhausted pool`() async throws {
        let database = try await FreshDatabase(on: .local()).open {
            $0.poolSize = 2
            $0.waitLimit = .seconds(2)
            $0.idleTimeout = .seconds(60)
        }
        let pauses = [PausePoint(), PausePoint()]
        let holders = pauses.map { pause in
            Task.immediate {
                try await database.write { transaction in
                    try transaction.run(Statement("SELECT 1"))
                    pause.pause()
                }
            }
        }
        for pause in pauses { await pause.waitUntilPaused() }
        let time = await took {
            let fault = await #expect(throws: SQLFault.self) { try await database.write { try $0.run(Self.sleep) } }
            #expect(fault?.description.contains("every one of the pool's 2 connections is busy") == true)
        }
        #expect(time > .milliseconds(1_900) && time < .seconds(30))
        #expect(database.statistics == PoolStatistics(size: 2, open: 2, busy: 2, waiting: 0))
        for pause in pauses { pause.resume() }
        for holder in holders { try await holder.value }
        await database.close()
    }

    @Test func `on one connection, transactions run in the order in which they were submitted`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open { $0.poolSize = 1 }
        let order = Order()
        let tasks = (0..<50).map { number in
            Task.immediate {
                try await database.write { transaction in
                    order.add(number)
                    try transaction.run(TestSchema.insertMark(number))
                }
            }
        }
        for task in tasks { _ = try await task.value }
        #expect(order.all == Array(0..<50))
        await database.close()
    }

    @Test func `transactions beyond the queue's limit are refused`() async throws {
        let database = try await FreshDatabase(on: .local()).open {
            $0.poolSize = 1
            $0.waitLimit = .seconds(60)
            $0.idleTimeout = .seconds(60)
        }
        let pause = PausePoint()
        let holder = Task.immediate {
            try await database.write { transaction in
                try transaction.run(Statement("SELECT 1"))
                pause.pause()
            }
        }
        await pause.waitUntilPaused()
        let tasks = (0..<4_200).map { _ in Task.immediate { try await database.read { _ in 1 } } }
        pause.resume()
        var refused = 0
        for task in tasks { if case .failure = await task.result { refused += 1 } }
        #expect((100...200).contains(refused))
        try await holder.value
        await database.close()
    }

    @Test func `connections are opened as they are needed, up to the size of the pool`() async throws {
        let fresh = try await FreshDatabase(on: .local())
        let database = try await fresh.open { $0.poolSize = 3 }
        #expect(database.statistics.open == 1)
        let tasks = (0..<12).map { _ in
            Task.immediate { try await database.write { try $0.run(Statement("SELECT 1 FROM pg_sleep(0.1)")).count } }
        }
        for task in tasks { #expect(try await task.value == 1) }
        #expect(database.statistics.open == 3)
        await database.close()
        #expect(database.statistics == PoolStatistics(size: 3, open: 0, busy: 0, waiting: 0))
    }

    @Test(.timeLimit(.minutes(5))) func `closing finishes the queued transactions and ends the idle workers`()
        async throws
    {
        let database = try await FreshDatabase().open { $0.poolSize = 8 }
        let pause = PausePoint()
        let first = Task.immediate {
            try await database.write { transaction in
                try transaction.run(Statement("SELECT 1"))
                pause.pause()
            }
        }
        await pause.waitUntilPaused()
        let second = Task.immediate { try await database.write { try $0.run(Statement("SELECT 2")).count } }
        async let closed: Void = database.close()
        pause.resume()
        await closed
        try await first.value
        #expect(try await second.value == 1)
    }
}
#endif
