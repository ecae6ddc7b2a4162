import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Revocation feed` {
    @Test func `sequence numbers have no gaps and keep each account's order`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, session) = try await fixture.register()
        _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        #expect(try await fixture.store.events(after: 0).head == 0)
        #expect(try await fixture.store.assignSequenceNumbers() == 2)
        #expect(try await fixture.store.assignSequenceNumbers() == 0)
        let page = try await fixture.store.events(after: 0)
        #expect(page.events.map(\.seq) == [1, 2])
        #expect(page.events.map(\.session) == [session.id, nil])
        #expect(page.events[0].ended == .sessionRevoked)
        #expect(page.events[1].tokenSecretVersion == account.tokenSecretVersion + 1)
        #expect(try await fixture.store.events(after: 1).events.map(\.seq) == [2])
        #expect(try await fixture.snapshot(session).asOf == 2)
    }

    @Test func `parallel assignments of sequence numbers leave no gap and no duplicate`() async throws {
        let fixture = try await AuthStoreFixture()
        for index in 0..<20 {
            let (account, _) = try await fixture.register(PhoneIndex([UInt8(index)]), on: "key \(index)")
            _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { while try await fixture.store.assignSequenceNumbers(limit: 3) > 0 {} } }
            try await group.waitForAll()
        }
        #expect(try await fixture.store.events(after: 0).events.map(\.seq) == Array(1...40))
    }

    @Test func `at most 500 events are numbered at once, and at most 500 are read at once`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        _ = try await fixture.database.write { transaction in
            try transaction.batch(
                (1...501).map { ordinal in
                    Statement(
                        "INSERT INTO revocation_event (account, ordinal, tsv, at) VALUES ($1, $2, 1, 0)",
                        .identifier(account.id), .integer(1000 + ordinal))
                })
        }
        #expect(try await fixture.store.assignSequenceNumbers() == 500)
        #expect(try await fixture.store.assignSequenceNumbers() == 1)
        #expect(try await fixture.store.events(after: 0).events.map(\.seq) == Array(1...500))
        #expect(try await fixture.store.events(after: 500).events.map(\.seq) == [501])
    }

    @Test func `old events are deleted and the floor rises above them`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        _ = try await fixture.store.assignSequenceNumbers()
        fixture.clock.advance(by: .days(1) + .milliseconds(1))
        try await fixture.store.sweep(at: fixture.now)
        let page = try await fixture.store.events(after: 0)
        #expect((page.floor, page.head) == (2, 2))
        #expect(page.events.isEmpty)
    }

    @Test func `the latest time does not go back when a clock does`() async throws {
        let fixture = try await AuthStoreFixture()
        let noon = fixture.now
        #expect(try await fixture.store.raiseLatestTime(to: noon + .hours(1), after: noon) == noon + .hours(1))
        #expect(try await fixture.store.latestTime() == noon + .hours(1))
    }

    @Test func `a latest time that was reset since it was read is not raised again`() async throws {
        let fixture = try await AuthStoreFixture(), noon = fixture.now, wrong = noon + .days(400)
        #expect(try await fixture.store.raiseLatestTime(to: wrong, after: noon) == wrong)
        _ = try await fixture.database.write { try AuthStore.storedTime.reset(to: noon, in: $0) }
        #expect(try await fixture.store.raiseLatestTime(to: wrong + .seconds(1), after: wrong) == noon)
        #expect(try await fixture.store.latestTime() == noon)
    }
}
