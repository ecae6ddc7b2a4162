import Audit
import Contracts
import Domain
import Logging
import Primitives
import SQL
import StoreSupport
import Support
import Synchronization
import Testing
import VaultStore

@testable import VaultService

/// ``Vault/run()`` with a stopped clock. Each loop makes a round when the test ends its pause.
///
/// The tests run one after the other, so that a loop that never pauses occupies one thread only and is noticed.
@Suite(.serialized) struct BackgroundWorkTests {
    private static let (minute, hour) = (Duration.seconds(60), Duration.hours(1))

    /// Runs the vault's background work while the closure runs.
    private func run(
        _ fixture: VaultFixture, _ body: (HeldPauses) async throws -> Void
    ) async throws {
        fixture.auth.holdsPolls.withLock { $0 = true }
        let pauses = HeldPauses(), vault = fixture.vault
        let work = TaskContext.$current.withValue(pauses.context) { Task { await vault.run() } }
        do {
            // The poll of the feed, the signing keys, the cursors, both tasks of the audit log, the sweeper, the usage, the
            // purges, both tasks of the keys, and the heads on PostgreSQL.
            try await pauses.waitForPauses(fixture.store.isShared ? 11 : 10)
            try await body(pauses)
        } catch {
            work.cancel()
            await work.value
            throw error
        }
        work.cancel()
        await work.value
    }

    /// Lets the sweeper make hourly passes.
    private func sweep(_ fixture: VaultFixture, _ pauses: HeldPauses, passes: Int) async throws {
        for _ in 0..<passes {
            fixture.clock.advance(by: Self.hour)
            try await pauses.end(Self.hour)
        }
    }

    @Test func `while auth is unreachable, polls are retried after 0.1 s, 0.2 s and so on, at most 1 s`() async throws {
        let fixture = try await VaultFixture()
        try await run(fixture) { pauses in
            for outage in [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10], [1]] {
                fixture.auth.makeUnreachable()
                for tenths in outage {
                    try await pauses.end(.milliseconds(FeedFollower.waitMs))
                    try await pauses.end(.milliseconds(100 * tenths))
                }
                fixture.auth.makeReachable()
                for _ in 0..<4 { try await pauses.end(.milliseconds(FeedFollower.waitMs)) }
            }
        }
        let logged = fixture.log.entries.filter { $0.message.contains("revocation feed") }.map(\.level)
        #expect(logged == [.warning, .notice, .warning, .notice])
    }

    private func count(_ table: String, in fixture: VaultFixture) async throws -> Int64 {
        try await fixture.database.select(Statement("SELECT COUNT(*) FROM \(table)"))[0].int(0)
    }

    @Test func `presented cursors are written every minute, and once more at the end`() async throws {
        let fixture = try await VaultFixture(), first = fixture.person(), last = fixture.person()
        let cursor = try await first.pull().cursor, lastCursor = try await last.pull().cursor
        try await run(fixture) { pauses in
            _ = try await first.pull(cursor)
            #expect(try await fixture.acknowledgement(of: first.device) == nil)
            try await pauses.end(Self.minute)
            #expect(try await fixture.acknowledgement(of: first.device)?.seq == 0)
            _ = try await last.pull(lastCursor)
            #expect(try await fixture.acknowledgement(of: last.device) == nil)
        }
        #expect(try await fixture.acknowledgement(of: last.device)?.seq == 0)
    }

    @Test func `counts of read secrets are written every minute and at the end, and a row is chained within a second`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await run(fixture) { pauses in
            _ = try await person.pull()
            #expect(try await fixture.readCounts() == [])
            try await pauses.end(Self.minute)
            #expect(try await fixture.readCounts() == [1])
            _ = try await person.pull()
            let purge = VaultPurge.Params(accountId: fixture.id(), requestId: fixture.id())
            _ = try await fixture.authClient.call(VaultPurge.self, purge)
            try await pauses.end(Duration.seconds(1))
            #expect(try await fixture.store.auditLog.head()?.number == 1)
        }
        #expect(try await fixture.readCounts() == [2])
    }

    @Test func `what all accounts have stored is measured a second after the start and then every minute`() async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await run(fixture) { pauses in
            #expect(fixture.vault.usage == nil)
            try await pauses.end(.seconds(1))
            #expect(fixture.vault.usage?.items == 1)
            try await person.push(person.create("b"))
            try await pauses.end(Self.minute)
            #expect(fixture.vault.usage?.items == 2)
        }
    }

    @Test func `the rows of the audit log that the last write makes are chained`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await run(fixture) { _ in
            _ = try await person.pull()
            fixture.clock.advance(by: Self.hour)
        }
        #expect(try await fixture.readCounts() == [])
        #expect(try await fixture.store.auditLog.head()?.number == 1)
    }

    @Test func `the trash ends after 30 days and a day of passes, and a waiting pull is woken`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), op = person.create("a")
        try await person.push(op)
        let base = ItemBase(epoch: try await person.pull().epoch, rev: 1)
        try await person.push(PushOp(opId: fixture.id(), type: .trash, id: op.id, base: base, knownSeq: 1))
        let cursor = try await person.pull().cursor
        fixture.clock.advance(by: .days(30))
        try await run(fixture) { pauses in
            // The first pass was made when the work began; the pass 24 hours later sweeps.
            try await sweep(fixture, pauses, passes: 23)
            #expect(try await person.pull(cursor).items.isEmpty)
            fixture.clock.advance(by: Self.hour)
            async let waiting = person.pull(cursor, waitMs: 25_000)
            try await fixture.waitForWaitingPull(of: person.account)
            try await pauses.end(Self.hour)
            let changes = fixture.vault.changes
            try await waitUntil { changes.waiterCount(of: person.account) == 0 }
            changes.notifyAll()
            #expect(try await waiting.items.map(\.state) == [.deleted])
        }
    }

    @Test func `a tombstone is kept for 180 days, and until every device that is active has read it`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), late = person.onAnotherDevice()
        let op = person.create("a")
        try await person.push(op)
        let page = try await late.pull(), before = page.cursor, base = ItemBase(epoch: page.epoch, rev: 1)
        try await person.push(PushOp(opId: fixture.id(), type: .delete, id: op.id, base: base, knownSeq: 1))
        fixture.clock.advance(by: .days(180))
        try await run(fixture) { pauses in
            let after = try await late.pull(before)
            #expect(after.items.map(\.state) == [.deleted])
            try await pauses.end(Self.minute)
            try await sweep(fixture, pauses, passes: 60)
            #expect(try await count("vault_item", in: fixture) == 1)
            _ = try await late.pull(after.cursor)
            try await pauses.end(Self.minute)
            try await sweep(fixture, pauses, passes: 60)
            #expect(try await count("vault_item", in: fixture) == 0)
        }
    }

    @Test func `an interrupted purge is completed within a minute`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await fixture.tamper("UPDATE vault_head SET state = 'purged', due_at = 0")
        try await run(fixture) { pauses in
            #expect(try await count("vault_item", in: fixture) == 1)
            try await pauses.end(Self.minute)
            #expect(try await count("vault_item", in: fixture) == 0)
            #expect(try await fixture.store.completelyPurged(of: [person.account]) == [person.account])
        }
    }

    @Test func `when auth's feed has begun anew, the vault of an account that auth has deleted is purged`() async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await run(fixture) { pauses in
            fixture.auth.deleted.withLock { $0 = [person.account] }
            fixture.auth.beginFeed(fixture.id())
            try await pauses.end(.milliseconds(FeedFollower.waitMs))
            try await waitUntil { try await !fixture.store.completelyPurged(of: [person.account]).isEmpty }
            try await person.expectRefused(.accountDeleted, VaultPush.self, .init(ops: [person.create("late")]))
        }
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "only on PostgreSQL can other instances change the database"))
    func `the first failed read of other instances' changes and the next successful one are logged`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let cursor = try await person.pull().cursor
        try await run(fixture) { pauses in
            async let waiting = person.pull(cursor, waitMs: 25_000)
            try await fixture.waitForWaitingPull(of: person.account)
            for _ in 0..<2 {
                fixture.database.refuseReads()
                for _ in 0..<3 { try await pauses.end(.milliseconds(250)) }
                fixture.database.allowReads()
                for _ in 0..<2 { try await pauses.end(.milliseconds(250)) }
            }
            fixture.vault.changes.notifyAll()
            #expect(try await waiting.items.isEmpty)
        }
        let logged = fixture.log.entries.filter { $0.message.contains("other instances") }.map(\.level)
        #expect(logged == [.warning, .notice, .warning, .notice])
    }

    @Test func `signing keys are fetched every minute`() async throws {
        let fixture = try await VaultFixture()
        try await run(fixture) { pauses in
            let before = fixture.auth.keyFetches
            for _ in 0..<3 {
                fixture.clock.advance(by: Self.minute)
                try await pauses.end(Self.minute)
            }
            #expect(fixture.auth.keyFetches == before + 3)
        }
    }
}
