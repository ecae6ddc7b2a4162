import Domain
import Primitives
import SQL
import Support
import Testing
import VaultStore

/// Trash ends after 30 days; tombstones and logged operations are erased after 180 days once every active device has
/// read them.
@Suite(.timeLimit(.minutes(1))) struct SweepTests {
    @Test(arguments: [(Duration.days(30) - .milliseconds(1), SecretState.trashed), (.days(30), .deleted)])
    func `a secret is in the trash for 30 days and is a tombstone then`(age: Duration, state: SecretState) async throws
    {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: .trashed)
        #expect(try await sweepTwice(fixture, at: age) == (state == .deleted ? [fixture.account] : []))
        let secret = try await fixture.store.secret(id, of: fixture.account)
        #expect(secret?.state == state && secret?.rev == (state == .deleted ? rev + 1 : rev))
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.items == (state == .deleted ? 0 : 1) && head.tombstones == (state == .deleted ? 1 : 0))
        #expect(head.bytes == (state == .deleted ? 0 : 16))
    }

    @Test(arguments: [(Duration.days(180) - .milliseconds(1), Int64(1)), (.days(180), 0)])
    func `a tombstone and its operations are kept for 180 days`(age: Duration, rows: Int64) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let before = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        _ = try await sweepTwice(fixture, at: age)
        #expect(try await fixture.count("vault_item") == rows)
        #expect(try await fixture.count("vault_op") == 2 * rows)
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.tombstones == rows && head.operations == 2 * rows)
        #expect(head.floor == (rows == 0 ? 2 : 0) && head.opFloor == (rows == 0 ? 2 : 0))
        #expect(try await fixture.store.pull(fixture.account, from: before, at: fixture.now).items.isEmpty)
    }

    @Test func `the end of a tombstone leaves the secret that another account has under the same id`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, other): (SecretID, AccountID) = (fixture.id(), fixture.id())
        try await fixture.bring(id, to: .deleted)
        _ = try await fixture.store.push(
            [fixture.op(.create, id, fixture.note("theirs"))], to: other, by: fixture.device, at: fixture.now)
        _ = try await sweepTwice(fixture, at: .days(180))
        #expect(try await fixture.count("vault_item") == 0)
        #expect(try await fixture.store.secret(id, of: other)?.text == #"{"text":"theirs"}"#)
    }

    @Test func `a cursor from before an erased tombstone has expired, and a whole pull works`() async throws {
        let fixture = try await VaultStoreFixture()
        let kept: SecretID = fixture.id()
        try await fixture.create(kept)
        let early = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.bring(fixture.id(), to: .deleted)
        _ = try await sweepTwice(fixture, at: .days(180))
        await #expect(throws: VaultStoreFault.resyncRequired(.cursorExpired)) {
            try await fixture.store.pull(fixture.account, from: early, at: fixture.now)
        }
        #expect(try await fixture.everything().map(\.id) == [kept])
        var late = fixture.op(.create, fixture.id(), fixture.note("late"))
        late.knownSeq = 2
        #expect(try await fixture.push(late) == .rejected(.opExpired))
        late.knownSeq = 3
        #expect(try await fixture.push(late).word == "applied")
    }

    @Test(arguments: [
        (Int64(1), Duration.days(180) - .milliseconds(1), Int64(1)), (2, .days(180) - .milliseconds(1), 0),
        (1, .days(180), 0),
    ])
    func `a device that was active in the last 180 days keeps what it has not read`(
        seq: Int64, silence: Duration, rows: Int64
    ) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let epoch = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        let age = Duration.days(400)
        let start = fixture.now
        fixture.clock.advance(by: age - silence)
        try await fixture.acknowledge(PullCursor(epoch: epoch, seq: seq, pullStart: 0))
        _ = try await sweepTwice(fixture, at: start + age - fixture.now)
        #expect(try await fixture.count("vault_item") == rows)
        #expect(try await fixture.count("vault_op") == rows)
    }

    @Test(arguments: [(Duration.days(180) - .milliseconds(1), Int64(2)), (.days(180), 1)])
    func `a device that was not seen for 180 days is forgotten`(silence: Duration, rows: Int64) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.acknowledge(cursor)
        let start = fixture.now
        fixture.clock.advance(by: .days(90))
        try await fixture.acknowledge(cursor, by: fixture.id())
        _ = try await sweepTwice(fixture, at: start + silence - fixture.now)
        #expect(try await fixture.count("vault_device") == rows)
        // The account is due again for the devices that are left, although nothing else of it is.
        let seen = start + (rows == 2 ? .zero : .days(90))
        if rows == 1 { #expect(try await fixture.dueAt() == seen + .days(180)) }
    }

    @Test func `a cursor of a former epoch shows nothing read`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.beginGeneration()
        _ = try await fixture.store.head(of: fixture.account, at: fixture.now)
        fixture.clock.advance(by: .days(100))
        try await fixture.acknowledge(cursor)
        _ = try await sweepTwice(fixture, at: .days(100))
        #expect(try await fixture.count("vault_item") == 1)
        #expect(try await fixture.count("vault_op") == 2)
    }

    @Test(
        .requirement("X20"),
        arguments: [(Duration.hours(24) - .milliseconds(1), SecretState.trashed), (.hours(24), .deleted)])
    func `two passes have to be 24 hours apart on the steady clock`(gap: Duration, state: SecretState) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.bring(id, to: .trashed)
        fixture.clock.set(fixture.now + .days(60))
        _ = try await fixture.store.sweep(at: fixture.now)
        fixture.clock.advance(by: gap)
        _ = try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.store.secret(id, of: fixture.account)?.state == state)
    }

    @Test(.requirement("X20"))
    func `a wall clock that is ahead for one pass in between or at the first pass destroys nothing`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.bring(id, to: .trashed)
        let right = fixture.now
        for hour in 0..<60 {
            let isWrong = hour % 23 == 0
            fixture.clock.advance(by: .hours(1))
            let time = right + .hours(hour + 1)
            _ = try await fixture.store.sweep(at: isWrong ? time + .days(4000) : time)
        }
        #expect(try await fixture.store.secret(id, of: fixture.account)?.state == .trashed)
    }

    @Test func `a wall clock that is ahead at two passes 24 hours apart destroys only what is due`() async throws {
        let fixture = try await VaultStoreFixture()
        let (old, young): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await fixture.bring(old, to: .trashed)
        fixture.clock.advance(by: .days(30))
        try await fixture.bring(young, to: .trashed)
        for hour in 0...24 {
            _ = try await fixture.store.sweep(at: hour % 24 == 0 ? fixture.now + .days(365) : fixture.now)
            fixture.clock.advance(by: .hours(1))
        }
        #expect(try await fixture.store.secret(old, of: fixture.account)?.state == .deleted)
        #expect(try await fixture.store.secret(young, of: fixture.account)?.state == .trashed)
    }

    /// The process is restarted after each number of hourly passes. The time from its last pass to the next process's
    /// first one does not count.
    @Test(arguments: [(24, 25), (5, 29), (2, 47), (1, 60)])
    func `a process that is restarted again and again sweeps`(passes: Int, hours: Int) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.bring(id, to: .trashed)
        fixture.clock.advance(by: .days(30))
        var store = fixture.store, swept: Int?
        for hour in 0..<60 where swept == nil {
            if hour > 0, hour % passes == 0 { store = try await fixture.reopened() }
            if try await !store.sweep(at: fixture.now).changed.isEmpty { swept = hour }
            fixture.clock.advance(by: .hours(1))
        }
        #expect(swept ?? 60 == hours)
        #expect(try await fixture.count("vault_sighting") == (swept == nil ? 1 : 0))
    }

    @Test func `time that two instances measure at once counts once, and either continues alone`() async throws {
        let instances = try await VaultStoreFixture.twoInstances(), fixture = instances[0]
        let id: SecretID = fixture.id()
        try await fixture.bring(id, to: .trashed)
        fixture.clock.advance(by: .days(30))
        var changes: [Int] = []
        for halfHour in 0..<60 {
            // The first instance ends after 20 hours; the second one's next pass finds that nobody has added.
            if halfHour % 2 == 1 || halfHour < 40 {
                if try await !instances[halfHour % 2].store.sweep(at: fixture.now).changed.isEmpty {
                    changes.append(halfHour)
                }
            }
            fixture.clock.advance(by: .minutes(30))
        }
        // Half an hour is lost at the change of instances.
        #expect(changes == [49])
    }

    @Test func `an account that is no longer due at a pass is forgotten, also by another process`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.bring(id, to: .trashed)
        let right = fixture.now
        var store = fixture.store
        for hour in 0..<45 {
            // The wall clock is a year ahead at all passes but one, the first of the second process.
            let isWrong = hour != 20
            if !isWrong { store = try await fixture.reopened() }
            _ = try await store.sweep(at: right + .hours(hour) + (isWrong ? .days(365) : .zero))
            #expect(try await fixture.count("vault_sighting") == (isWrong ? 1 : 0))
            fixture.clock.advance(by: .hours(1))
        }
        #expect(try await fixture.store.secret(id, of: fixture.account)?.state == .trashed)
    }

    @Test func `what was not yet due at the first pass waits for two later ones`() async throws {
        let fixture = try await VaultStoreFixture()
        let (old, young): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await fixture.bring(old, to: .trashed)
        fixture.clock.advance(by: .hours(1))
        try await fixture.bring(young, to: .trashed)
        fixture.clock.advance(by: .days(30) - .hours(1))
        for state in [SecretState.trashed, .deleted] {
            _ = try await fixture.store.sweep(at: fixture.now)
            #expect(try await fixture.store.secret(old, of: fixture.account)?.state == state)
            #expect(try await fixture.store.secret(young, of: fixture.account)?.state == .trashed)
            fixture.clock.advance(by: .hours(24))
        }
        _ = try await fixture.store.sweep(at: fixture.now)
        fixture.clock.advance(by: .hours(24))
        _ = try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.store.secret(young, of: fixture.account)?.state == .deleted)
    }

    @Test func `more than one chunk is swept`() async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<6 {
            let ops = (0..<100).map { _ in fixture.op(.create, fixture.id(), fixture.note("x")) }
            let trash = ops.map { op in
                var trash = fixture.op(.trash, op.id)
                trash.base = .operation(op.opID)
                return trash
            }
            for batch in [ops, trash] {
                _ = try await fixture.store.push(
                    batch, to: fixture.account, by: fixture.device, at: fixture.now)
            }
        }
        _ = try await sweepTwice(fixture, at: .days(30))
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.items == 0 && head.tombstones == 600 && head.seq == 1800)
        _ = try await sweepTwice(fixture, at: .days(180))
        #expect(try await fixture.count("vault_item") == 0)
        #expect(try await fixture.count("vault_op") == 0)
    }

    @Test func `the counts that the previous version did not keep are counted again`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        try await fixture.tamper("UPDATE vault_head SET tombstones = 9, operations = 9, history_bytes = 9, due_at = 0")
        _ = try await sweepTwice(fixture, at: .days(1))
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.tombstones == 1 && head.operations == 2 && head.historyBytes == 0)
    }

    /// Makes two passes 24 hours apart, the first at an age.
    private func sweepTwice(_ fixture: VaultStoreFixture, at age: Duration) async throws -> [AccountID] {
        fixture.clock.advance(by: age)
        let time = fixture.now
        let first = try await fixture.store.sweep(at: time).changed
        fixture.clock.advance(by: .hours(24))
        return first + (try await fixture.store.sweep(at: time)).changed
    }
}
