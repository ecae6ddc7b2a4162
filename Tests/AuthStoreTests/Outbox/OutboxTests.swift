import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Outbox` {
    @Test(.requirement("O12")) func `a code's message is claimed once, even if its result is never recorded`()
        async throws
    {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code())
        #expect(try await fixture.claimMessages(10).count == 1)
        fixture.clock.advance(by: .seconds(31))
        #expect(try await fixture.claimMessages(10).isEmpty)
    }

    @Test func `a message whose code was used or expired is dropped`() async throws {
        let fixture = try await AuthStoreFixture()
        let used = fixture.code(), late = fixture.code(to: AuthStoreFixture.otherPhone)
        for code in [used, late] { _ = try await fixture.open(code) }
        _ = try await fixture.signIn(try #require(try await fixture.counted(used.id)))
        fixture.clock.advance(by: .seconds(300))
        #expect(try await fixture.claimMessages(10).isEmpty)
        #expect(try await fixture.outboxStates() == ["dropped"])
    }

    @Test func `an entry that did not arrive is due again, and one that arrived is recorded as sent`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code())
        let entry = try #require(try await fixture.claimMessages(1).first)
        #expect(entry.sealed == Sealed([7]))
        try await fixture.store.recordResult(.retry(at: fixture.now + .seconds(5)), of: entry.id)
        #expect(try await fixture.claimMessages(1).isEmpty)
        fixture.clock.advance(by: .seconds(5))
        #expect(try await fixture.claimMessages(1).map(\.attempts) == [2])
        try await fixture.store.recordResult(.sent, of: entry.id)
        #expect(try await fixture.outboxStates() == ["sent"])
    }

    @Test func `a message without a recorded result is erased when its code expires`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code())
        _ = try await fixture.claimMessages(1)
        fixture.clock.advance(by: .seconds(299))
        _ = try await fixture.claimMessages(1)
        #expect(try await fixture.entriesWithContent() == 1)
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.claimMessages(1)
        #expect(try await fixture.entriesWithContent() == 0)
        #expect(try await fixture.outboxStates() == ["dropped"])
    }

    @Test func `a message whose challenge ends while it is being sent is erased and not sent again`() async throws {
        let fixture = try await AuthStoreFixture(), code = fixture.code()
        _ = try await fixture.open(code)
        let entry = try #require(try await fixture.claimMessages(1).first)
        _ = try await fixture.signIn(try #require(try await fixture.counted(code.id)))
        #expect(try await fixture.entriesWithContent() == 0)
        try await fixture.store.recordResult(.retry(at: fixture.now), of: entry.id)
        #expect(try await fixture.claimMessages(1).isEmpty)
    }

    @Test(.requirement("O12")) func `parallel runners claim each entry once`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        for index in 0..<30 { _ = try await fixture.open(fixture.code(on: "key \(index)")) }
        let taken = try await withThrowingTaskGroup(of: [OutboxEntry].self) { [fixture] group in
            for _ in 0..<8 {
                group.addTask { try await fixture.claimMessages(10) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == 30)
        #expect(Set(taken.map(\.id)).count == 30)
    }

    @Test func `only messages that are due are claimed, and an acknowledged purge never again`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        let (account, _) = try await fixture.register()
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        _ = try await fixture.delete(account, by: try #require(try await fixture.counted(code.id)))
        let purge = try #require(try await fixture.claimMessages().first { $0.kind == .purge })
        try await fixture.store.recordPurge(of: AuthStoreFixture.tag, purge.id, at: fixture.now)
        fixture.clock.advance(by: .minutes(1))
        let other = fixture.code(on: "later")
        _ = try await fixture.open(other)
        let claimed = try await fixture.claimMessages()
        #expect(claimed.map(\.challenge) == [other.id])
        let later = try #require(claimed.first)
        try await fixture.store.recordResult(.retry(at: fixture.now + .milliseconds(1)), of: later.id)
        let due = fixture.code(on: "due")
        _ = try await fixture.open(due)
        #expect(try await fixture.claimMessages().map(\.challenge) == [due.id])
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.claimMessages().map(\.id) == [later.id])
    }

    @Test(.requirement("D1")) func `a purge cannot be given up`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        _ = try await fixture.delete(account, by: try #require(try await fixture.counted(code.id)))
        let purge = try #require(
            try await fixture.store.claimDueEntries(limit: 10, retryAfter: .seconds(30), at: fixture.now)
                .first { $0.kind == .purge })
        try await fixture.store.recordResult(.dead, of: purge.id)
        fixture.clock.advance(by: .seconds(30))
        let again = try await fixture.store.claimDueEntries(limit: 10, retryAfter: .seconds(30), at: fixture.now)
        #expect(again.map(\.id) == [purge.id] && again.first?.sealed == purge.sealed)
    }
}

extension AuthStoreFixture {
    /// The number of entries that still have content.
    fileprivate func entriesWithContent() async throws -> Int64 {
        try await database.read { transaction in
            try transaction.run(Statement("SELECT COUNT(*) FROM outbox WHERE sealed IS NOT NULL"))[0].int(0)
        }
    }
}
