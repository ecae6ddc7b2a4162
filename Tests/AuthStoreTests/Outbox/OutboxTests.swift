import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `The outbox` {
    @Test func `a code's message is taken up once, even when nobody says what came of it`() async throws {
        let house = try await House()
        _ = try await house.open(house.code())
        #expect(try await house.store.takeUp(10, patience: .seconds(30), at: house.now).count == 1)
        house.clock.advance(by: .seconds(31))
        #expect(try await house.store.takeUp(10, patience: .seconds(30), at: house.now).isEmpty)
    }

    @Test func `a message whose code was used or ran out is dropped`() async throws {
        let house = try await House()
        let used = house.code(), late = house.code(to: House.otherPhone)
        for code in [used, late] { _ = try await house.open(code) }
        _ = try await house.enter(try #require(try await house.counted(used.id)))
        house.clock.advance(by: .seconds(300))
        #expect(try await house.store.takeUp(10, patience: .seconds(30), at: house.now).isEmpty)
        #expect(try await house.store.outboxCounts().map(\.state) == ["dropped"])
    }

    @Test func `what surely did not arrive is due again, what did is erased`() async throws {
        let house = try await House()
        _ = try await house.open(house.code())
        let entry = try #require(try await house.store.takeUp(1, patience: .seconds(30), at: house.now).first)
        #expect(entry.sealed == [7])
        try await house.store.settle(entry.id, .retry(at: house.now + .seconds(5)))
        #expect(try await house.store.takeUp(1, patience: .seconds(30), at: house.now).isEmpty)
        house.clock.advance(by: .seconds(5))
        #expect(try await house.store.takeUp(1, patience: .seconds(30), at: house.now).map(\.attempts) == [2])
        try await house.store.settle(entry.id, .done)
        #expect(try await house.store.outboxCounts().map(\.state) == ["sent"])
    }

    @Test func `a message that nobody settled is erased when its code runs out`() async throws {
        let house = try await House()
        _ = try await house.open(house.code())
        _ = try await house.store.takeUp(1, patience: .seconds(30), at: house.now)
        house.clock.advance(by: .seconds(299))
        _ = try await house.store.takeUp(1, patience: .seconds(30), at: house.now)
        #expect(try await house.sealed() == 1)
        house.clock.advance(by: .seconds(1))
        _ = try await house.store.takeUp(1, patience: .seconds(30), at: house.now)
        #expect(try await house.sealed() == 0)
        #expect(try await house.store.outboxCounts().map(\.state) == ["dropped"])
    }

    @Test func `a message whose challenge ends while it is being sent is erased and not sent again`() async throws {
        let house = try await House(), code = house.code()
        _ = try await house.open(code)
        let entry = try #require(try await house.store.takeUp(1, patience: .seconds(30), at: house.now).first)
        _ = try await house.enter(try #require(try await house.counted(code.id)))
        #expect(try await house.sealed() == 0)
        try await house.store.settle(entry.id, .retry(at: house.now))
        #expect(try await house.store.takeUp(1, patience: .seconds(30), at: house.now).isEmpty)
    }

    @Test func `parallel runners share the work without doubling it`() async throws {
        var house = try await House()
        house.sends = SendLimits(number: [], address: [], block: [])
        for place in 0..<30 { _ = try await house.open(house.code(on: "key \(place)")) }
        let taken = try await withThrowingTaskGroup(of: [OutboxEntry].self) { [house] group in
            for _ in 0..<8 {
                group.addTask { try await house.store.takeUp(10, patience: .seconds(30), at: house.now) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == 30)
        #expect(Set(taken.map(\.id)).count == 30)
    }
}

extension House {
    /// How many entries of the outbox still have a content.
    fileprivate func sealed() async throws -> Int64 {
        try await database.read { transaction in
            try transaction.run(Statement("SELECT COUNT(*) FROM outbox WHERE sealed IS NOT NULL"))[0].int(0)
        }
    }
}
