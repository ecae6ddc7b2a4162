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

    @Test func `whoever waits too long for a connection is told that the pool is exhausted`() async throws {
        let database = try await FreshDatabase(on: .local()).open {
            $0.poolSize = 2
            $0.waitLimit = .seconds(2)
            $0.idleTimeout = .seconds(60)
        }
        let gates = [Gate(), Gate()]
        let holders = gates.map { gate in
            Task.immediate {
                try await database.write { transaction in
                    try transaction.run(Statement("SELECT 1"))
                    gate.arrive()
                }
            }
        }
        for gate in gates { await gate.waitForArrival() }
        let time = await took {
            let fault = await #expect(throws: SQLFault.self) { try await database.write { try $0.run(Self.sleep) } }
            #expect(fault?.description.contains("every one of the pool's 2 connections is at work") == true)
        }
        #expect(time > .milliseconds(1_900) && time < .seconds(30))
        #expect(database.statistics == PoolStatistics(size: 2, open: 2, busy: 2, waiting: 0))
        for gate in gates { gate.open() }
        for holder in holders { try await holder.value }
        await database.close()
    }

    @Test func `callers are served in the order they came`() async throws {
        let database = try await FreshDatabase(Marks.migrations, on: .local()).open { $0.poolSize = 1 }
        let order = Order()
        let tasks = (0..<50).map { number in
            Task.immediate {
                try await database.write { transaction in
                    order.add(number)
                    try transaction.run(Marks.put(number))
                }
            }
        }
        for task in tasks { _ = try await task.value }
        #expect(order.all == Array(0..<50))
        await database.close()
    }

    @Test func `more than may wait are refused at once`() async throws {
        let database = try await FreshDatabase(on: .local()).open {
            $0.poolSize = 1
            $0.waitLimit = .seconds(60)
            $0.idleTimeout = .seconds(60)
        }
        let gate = Gate()
        let holder = Task.immediate {
            try await database.write { transaction in
                try transaction.run(Statement("SELECT 1"))
                gate.arrive()
            }
        }
        await gate.waitForArrival()
        let tasks = (0..<4_200).map { _ in Task.immediate { try await database.read { _ in 1 } } }
        gate.open()
        var refused = 0
        for task in tasks { if case .failure = await task.result { refused += 1 } }
        #expect((100...200).contains(refused))
        try await holder.value
        await database.close()
    }

    @Test func `connections are opened as they are needed and never more than the pool holds`() async throws {
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

    @Test func `a line keeps its order through putting back and taking many`() {
        var line = Line<Int>()
        for number in 0..<3_000 { line.append(number) }
        #expect(line.take(2) == [0, 1] && line.count == 2_998)
        line.prepend(1)
        #expect(line.first == 1 && line.take(2_000) == Array(1...2_000))
        line.prepend(7)
        #expect(line.take(.max) == [7] + Array(2_001..<3_000) && line.isEmpty && line.first == nil)
    }

    @Test func `a roll gives the lowest first`() {
        var roll = Roll()
        for index in [63, 5, 0, 9] { roll.insert(index) }
        roll.remove(5)
        #expect([roll.popFirst(), roll.popFirst(), roll.popFirst(), roll.popFirst()] == [0, 9, 63, nil])
    }

    @Test(.timeLimit(.minutes(1))) func `closing serves who is in line and ends workers that only rested`() async throws
    {
        let database = try await FreshDatabase().open { $0.poolSize = 8 }
        let gate = Gate()
        let first = Task.immediate {
            try await database.write { transaction in
                try transaction.run(Statement("SELECT 1"))
                gate.arrive()
            }
        }
        await gate.waitForArrival()
        let second = Task.immediate { try await database.write { try $0.run(Statement("SELECT 2")).count } }
        async let closed: Void = database.close()
        gate.open()
        await closed
        try await first.value
        #expect(try await second.value == 1)
    }
}
#endif
