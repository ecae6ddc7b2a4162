import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// When an account is due again after a pass, and what holds if a pass breaks off.
@Suite(.timeLimit(.minutes(1))) struct SweepScheduleTests {
    @Test func `after each pass an account is due when the next thing of it ends`() async throws {
        let fixture = try await VaultStoreFixture()
        let start = fixture.now
        try await fixture.bring(fixture.id(), to: .trashed)
        fixture.clock.advance(by: .days(10))
        try await fixture.bring(fixture.id(), to: .trashed)
        #expect(try await fixture.dueAt() == start + .days(30))
        // The trash of either secret ends, their logged operations end, and then their tombstones do.
        let passes: [(day: Int, next: Int?, endsTrash: Bool)] = [
            (30, 40, true), (40, 180, true), (180, 190, false), (190, 210, false), (210, 220, false), (220, nil, false),
        ]
        for pass in passes {
            let result = try await fixture.sweepTwice(at: start + .days(pass.day))
            #expect(result.changed == (pass.endsTrash ? [fixture.account] : []), "day \(pass.day)")
            let due = pass.next.map { start + .days($0) } ?? Instant(ms: .max)
            #expect(try await fixture.dueAt() == due, "day \(pass.day)")
        }
        #expect(try await fixture.count("vault_item") == 0)
        #expect(try await fixture.count("vault_op") == 0)
    }

    @Test func `a pass reports what it erased by kind`() async throws {
        let fixture = try await VaultStoreFixture(), start = fixture.now
        for _ in 0..<2 { try await fixture.bring(fixture.id(), to: .deleted) }
        let operations = Int(try await fixture.count("vault_op"))
        let pass = try await fixture.sweepTwice(at: start + .days(180))
        #expect(pass.erased == [.tombstone: 2, .operation: operations] && operations > 2)
    }

    @Test(arguments: [(Duration.days(180) - .milliseconds(1), Int64(1)), (.days(180), 0)])
    func `the logged operation of a secret that stays is kept for 180 days`(age: Duration, rows: Int64) async throws {
        let fixture = try await VaultStoreFixture()
        let start = fixture.now
        try await fixture.create(fixture.id())
        #expect(try await fixture.dueAt() == start + .days(180))
        try await fixture.sweepTwice(at: start + age)
        #expect(try await fixture.count("vault_op") == rows)
        #expect(try await fixture.count("vault_item") == 1)
        // A pass that ends no trash makes no change, so later changes may have earlier times than the pass.
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).touchedAt == start)
    }

    @Test func `an account of which something due is kept is due again a day after the pass`() async throws {
        let fixture = try await VaultStoreFixture()
        let due = fixture.now + .days(180)
        try await fixture.bring(fixture.id(), to: .deleted)
        let epoch = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        fixture.clock.set(due)
        try await fixture.acknowledge(PullCursor(epoch: epoch, seq: 0, pullStart: 0))
        try await fixture.sweepTwice(at: due)
        #expect(try await fixture.count("vault_item") == 1)
        #expect(try await fixture.dueAt() == due + .days(1))
        let head = try await fixture.store.head(of: fixture.account, at: due)
        #expect(head.floor == 0 && head.opFloor == 0)
    }

    @Test func `the tombstone that the trash leaves has the time of the pass`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id(), end = fixture.now + .days(40)
        try await fixture.bring(id, to: .trashed)
        try await fixture.sweepTwice(at: end)
        let tombstone = try await fixture.store.secret(id, of: fixture.account)
        #expect(tombstone?.state == .deleted && tombstone?.deletedAt == end && tombstone?.updatedAt == end)
    }

    /// Three passes with a clock that is a year or more ahead; the last two are a day apart. During the second one a pass
    /// of another instance, whose clock is right, sets the time of the sighting.
    @Test func `a pass whose clock is ahead does not undo what a pass with the right clock has recorded meanwhile`()
        async throws
    {
        let inner = try await StoreLocation(VaultSchema.migrations).open(), database = InterruptedDatabase(inner)
        let fixture = try await VaultStoreFixture(on: database, random: SeededRandom(seed: 1).random)
        let right = fixture.now + .days(30), young: SecretID = fixture.id()
        try await fixture.bring(fixture.id(), to: .trashed)
        fixture.clock.advance(by: .days(29))
        try await fixture.bring(young, to: .trashed)
        _ = try await fixture.store.sweep(at: right + .days(730))
        database.interrupt(.write, after: 1) { inner in
            _ = try await inner.write { try $0.run(Statement("UPDATE vault_sighting SET time = $1", .instant(right))) }
        }
        _ = try await fixture.store.sweep(at: right + .days(365))
        #expect(database.isDone)
        fixture.clock.advance(by: .hours(25))
        _ = try await fixture.store.sweep(at: right + .days(365))
        #expect(try await fixture.store.secret(young, of: fixture.account)?.state == .trashed)
    }

    @Test func `a pass that breaks off at a damaged row has counted and reported the tombstones that it made`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let end = fixture.now + .days(30)
        for _ in 0..<2 { try await fixture.bring(fixture.id(), to: .trashed) }
        fixture.clock.set(end)
        let epoch = try await fixture.store.head(of: fixture.account, at: end).epoch
        try await fixture.acknowledge(PullCursor(epoch: epoch, seq: 4, pullStart: 0))
        try await fixture.tamper("UPDATE vault_device SET acked_epoch = $1", .bytes([1]))
        let pass = try await fixture.sweepTwice(at: end)
        #expect(pass == SweepPass(changed: [fixture.account], damaged: [fixture.account], erased: [.trash: 2]))
        let head = try await fixture.store.head(of: fixture.account, at: end)
        #expect(head.tombstones == 2 && head.items == 0 && head.bytes == 0)
    }

    /// What happens to an account after the pass has found it due.
    enum Event: CaseIterable { case generationBegins, purgeBegins }

    @Test(arguments: Event.allCases)
    func `an account is not swept if a generation or its purge begins after the pass found it due`(event: Event)
        async throws
    {
        let database = InterruptedDatabase(try await StoreLocation(VaultSchema.migrations).open())
        let fixture = try await VaultStoreFixture(on: database, random: SeededRandom().random)
        let generation: GenerationID = fixture.id(), end = fixture.now + .days(30)
        try await fixture.bring(fixture.id(), to: .trashed)
        _ = try await fixture.store.sweep(at: end)
        fixture.clock.advance(by: .hours(24))
        // The first write of a pass adds to the sum of the sweepers' time, the second one ends the trash.
        database.interrupt(.write, after: 1) { inner in
            _ = try await inner.write { transaction in
                switch event {
                case .generationBegins: _ = try Generations.begin(generation, at: end, in: transaction)
                // The purge has not erased the rows yet; 0 says that it is not complete.
                case .purgeBegins: try transaction.run(Statement("UPDATE vault_head SET state = 'purged', due_at = 0"))
                }
            }
        }
        #expect(try await fixture.store.sweep(at: end) == SweepPass())
        #expect(database.isDone)
        let rows = try await database.select(Statement("SELECT state, rev FROM vault_item"))
        #expect(rows.map(\.values) == [[.text("trashed"), .integer(2)]])
        #expect(try await fixture.dueAt() == (event == .purgeBegins ? Instant(ms: 0) : end))
    }
}
