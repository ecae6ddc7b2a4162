import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `The feed and the outbox over two instances` {
    @Test func `both number while events come, without hole or double, each account's in order`() async throws {
        let twins = try await House.twins()
        var people: [AccountID] = []
        for place in 0..<8 {
            people.append(try await twins.first.register([UInt8(place)], on: "key \(place)").account.id)
        }
        let everyone = people
        _ = try await twins.parallel(96) { house, turn in
            if turn % 3 == 2 { return _ = try await house.store.numberEvents(waiting: turn % 2 == 0, limit: 4) }
            _ = try await house.store.revokeAll(of: everyone[turn / 3 % 8], once: nil, at: house.now)
        }
        while try await twins.first.store.numberEvents(waiting: true) > 0 {}
        let events = try await twins.first.store.events(after: 0).events
        #expect(events.map(\.seq) == Array(1...72))
        for person in people {
            let versions = events.filter { $0.account == person }.compactMap(\.tsv)
            #expect(versions == Array(2...9))
        }
    }

    @Test func `who follows the feed page by page misses no event`() async throws {
        let twins = try await House.twins()
        let (account, _) = try await twins.first.register()
        async let written: [Void] = twins.parallel(60) { house, turn in
            if turn % 2 == 0 { _ = try await house.store.revokeAll(of: account.id, once: nil, at: house.now) }
            _ = try await house.store.numberEvents(limit: 3)
        }
        var seen: [Int64] = []
        while seen.count < 31 {
            _ = try await twins.houses[1].store.numberEvents(waiting: true, limit: 2)
            seen += try await twins.houses[1].store.events(after: Int64(seen.count), limit: 4).events.map(\.seq)
            await Task.yield()
        }
        #expect(seen == Array(1...31))
        _ = try await written
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer: nobody can hold the feed's row"))
    func `while another instance numbers, upkeep leaves it to that one and a poll waits`() async throws {
        let twins = try await House.twins(), store = twins.houses[1].store
        let (account, session) = try await twins.first.register()
        _ = try await twins.first.store.revokeAll(of: account.id, once: nil, at: twins.first.now)
        let isHeld = Latch(), mayGo = Latch()
        async let holding: Void = twins.first.database.write { transaction in
            try transaction.run(Statement("SELECT last FROM feed WHERE id = 1 {lockRow}"))
            isHeld.open()
            mayGo.hold()
        }
        await isHeld.wait()
        #expect(try await store.numberEvents() == 0)
        async let numbered = store.numberEvents(waiting: true)
        try await twins.first.database.hasWaiter()
        let before = try await twins.first.standing(session)
        mayGo.open()
        #expect(try await numbered == 2)
        try await holding
        // What was committed and had no number yet when the standing was read has one after it now.
        #expect(before.session?.ended == .sessionRevoked && before.asOf == 0)
        #expect(try await store.events(after: before.asOf).events.map(\.seq) == [1, 2])
    }

    @Test func `a message is taken up by one of the two`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: []) }
        _ = try await twins.parallel(40) { house, turn in try await house.open(house.code(on: "key \(turn)")) }
        let taken = try await twins.parallel(24) { house, _ in
            try await house.store.takeUp(3, patience: .seconds(30), at: house.now).map(\.id)
        }
        #expect(taken.allSatisfy { $0.count <= 3 })
        let rest = try await twins.first.store.takeUp(100, patience: .seconds(30), at: twins.first.now).map(\.id)
        let all = taken.flatMap { $0 } + rest
        #expect(all.count == 40 && Set(all).count == 40)
    }
}
