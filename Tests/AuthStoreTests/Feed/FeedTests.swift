import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `The revocation feed` {
    @Test func `events are numbered without holes, an account's own in their order`() async throws {
        let house = try await House()
        let (account, session) = try await house.register()
        _ = try await house.store.revokeAll(of: account.id, once: nil, at: house.now)
        #expect(try await house.store.events(after: 0).head == 0)
        #expect(try await house.store.numberEvents() == 2)
        #expect(try await house.store.numberEvents() == 0)
        let page = try await house.store.events(after: 0)
        #expect(page.events.map(\.seq) == [1, 2])
        #expect(page.events.map(\.session) == [session.id, nil])
        #expect(page.events[0].ended == "sessionRevoked")
        #expect(page.events[1].tsv == account.tsv + 1)
        #expect(try await house.store.events(after: 1).events.map(\.seq) == [2])
        #expect(try await house.standing(session).asOf == 2)
    }

    @Test func `numbering from many sides at once leaves no hole and no double`() async throws {
        let house = try await House()
        for place in 0..<20 {
            let (account, _) = try await house.register([UInt8(place)], on: "key \(place)")
            _ = try await house.store.revokeAll(of: account.id, once: nil, at: house.now)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { while try await house.store.numberEvents(limit: 3) > 0 {} } }
            try await group.waitForAll()
        }
        #expect(try await house.store.events(after: 0).events.map(\.seq) == Array(1...40))
    }

    @Test func `old events are forgotten and the floor says so`() async throws {
        let house = try await House()
        let (account, _) = try await house.register()
        _ = try await house.store.revokeAll(of: account.id, once: nil, at: house.now)
        _ = try await house.store.numberEvents()
        house.clock.advance(by: .days(1) + .milliseconds(1))
        try await house.store.sweep(at: house.now)
        let page = try await house.store.events(after: 0)
        #expect((page.floor, page.head) == (2, 2))
        #expect(page.events.isEmpty)
    }

    @Test func `a clock set back is not believed`() async throws {
        let house = try await House()
        let noon = house.now
        #expect(try await house.store.latestTime(noon + .hours(1)) == noon + .hours(1))
        #expect(try await house.store.latestTime(noon) == noon + .hours(1))
    }
}
