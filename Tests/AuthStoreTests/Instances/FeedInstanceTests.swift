import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Feed and outbox on two instances` {
    @Test func `two instances assign sequence numbers without gap or duplicate, in each account's order`() async throws
    {
        let instances = try await TwoInstances()
        var people: [AccountID] = []
        for index in 0..<8 {
            people.append(try await instances.first.register(PhoneIndex([UInt8(index)]), on: "key \(index)").account.id)
        }
        let everyone = people
        _ = try await instances.parallel(96) { fixture, turn in
            if turn % 3 == 2 {
                return _ = try await fixture.store.assignSequenceNumbers(waiting: turn % 2 == 0, limit: 4)
            }
            _ = try await fixture.store.revokeAll(of: everyone[turn / 3 % 8], idempotencyKey: nil, at: fixture.now)
        }
        while try await instances.first.store.assignSequenceNumbers(waiting: true) > 0 {}
        let events = try await instances.first.store.events(after: 0).events
        #expect(events.map(\.seq) == Array(1...72))
        for person in people {
            let versions = events.filter { $0.account == person }.compactMap(\.tokenSecretVersion)
            #expect(versions == Array(2...9))
        }
    }

    @Test func `a reader that follows the feed page by page misses no event`() async throws {
        let instances = try await TwoInstances()
        let (account, _) = try await instances.first.register()
        async let written: [Void] = instances.parallel(60) { fixture, turn in
            if turn % 2 == 0 {
                _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
            }
            _ = try await fixture.store.assignSequenceNumbers(limit: 3)
        }
        var seen: [Int64] = []
        while seen.count < 31 {
            _ = try await instances.fixtures[1].store.assignSequenceNumbers(waiting: true, limit: 2)
            seen += try await instances.fixtures[1].store.events(after: Int64(seen.count), limit: 4).events.map(\.seq)
            await Task.yield()
        }
        #expect(seen == Array(1...31))
        _ = try await written
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer, so the feed's row cannot stay locked"))
    func `while another instance assigns numbers, a background task returns and a poll waits`() async throws {
        let instances = try await TwoInstances(), store = instances.fixtures[1].store
        let (account, session) = try await instances.first.register()
        _ = try await instances.first.store.revokeAll(of: account.id, idempotencyKey: nil, at: instances.first.now)
        let lockTaken = Latch(), lockRelease = Latch()
        async let holding: Void = instances.first.database.write { transaction in
            try transaction.run(Statement("SELECT last FROM feed WHERE id = 1 {lockRow}"))
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        #expect(try await store.assignSequenceNumbers() == 0)
        async let numbered = store.assignSequenceNumbers(waiting: true)
        try await instances.first.database.waitForBlockedTransaction()
        let before = try await instances.first.snapshot(session)
        lockRelease.open()
        #expect(try await numbered == 2)
        try await holding
        // When the snapshot was read, the events had no numbers. Their numbers are now higher than its position.
        #expect(before.session?.ended == .sessionRevoked && before.asOf == 0)
        #expect(try await store.events(after: before.asOf).events.map(\.seq) == [1, 2])
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer, so the feed's row cannot stay locked"))
    func `while another instance assigns numbers, the sweep does not wait and deletes no events`() async throws {
        let instances = try await TwoInstances(), store = instances.fixtures[1].store
        let (account, _) = try await instances.first.register()
        _ = try await store.revokeAll(of: account.id, idempotencyKey: nil, at: instances.first.now)
        _ = try await store.assignSequenceNumbers()
        instances.first.clock.advance(by: .days(2))
        let lockTaken = Latch(), lockRelease = Latch()
        async let holding: Void = instances.first.database.write { transaction in
            try transaction.run(Statement("SELECT last FROM feed WHERE id = 1 {lockRow}"))
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        try await store.sweep(at: instances.first.now)
        #expect(try await instances.count("revocation_event") == 2)
        lockRelease.open()
        try await holding
        try await store.sweep(at: instances.first.now)
        #expect(try await instances.count("revocation_event") == 0)
    }

    @Test func `a message is claimed by one of two instances`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        _ = try await instances.parallel(40) { fixture, turn in try await fixture.open(fixture.code(on: "key \(turn)"))
        }
        let taken = try await instances.parallel(24) { fixture, _ in
            try await fixture.claimMessages(3).map(\.id)
        }
        #expect(taken.allSatisfy { $0.count <= 3 })
        let rest = try await instances.first.claimMessages(100).map(\.id)
        let all = taken.flatMap { $0 } + rest
        #expect(all.count == 40 && Set(all).count == 40)
    }
}
