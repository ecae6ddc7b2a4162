import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// The head must be locked in a statement of its own before anything else is read. The tests compare the store's
/// statements with similar ones that lose changes.
@Suite(.enabled(if: StoreEngine.chosen == .postgres, "SQLite runs one write transaction at a time"))
struct LockRuleTests {
    @Test(.requirement("X18")) func `a push that waited for another reads the rows that the other wrote`() async throws
    {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id()
        try await fixture.create(id)
        let late = fixture.op(.update, id, on: 1, fixture.note("late"))
        let outcome = try await afterWaiting(for: fixture.op(.update, id, on: 1, fixture.note("soon")), in: fixture) {
            try await fixture.push(late)
        }
        #expect(outcome.word == "conflict")
    }

    @Test(
        .requirement("X18"),
        arguments: [
            ([Self.locked, Self.highest], Int64(2)),
            (["WITH h AS (\(Self.locked)) SELECT h.seq, (\(Self.highest)) FROM h"], Int64(1)),
        ])
    func `a read after the lock sees the rows up to the head, a read in the locking statement does not`(
        texts: [String], rev: Int64
    ) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let statements = texts.map { Statement($0, .bytes(fixture.account.bytes)) }
        let seen = try await afterWaiting(for: fixture.op(.create, fixture.id(), fixture.note("second")), in: fixture) {
            try await fixture.database.write { transaction in
                try statements.flatMap { try transaction.run($0).flatMap(\.values) }
            }
        }
        #expect(seen == [.integer(2), .integer(rev)])
    }

    @Test(.requirement("I15"))
    func `a device that pulls while two others push reads what both wrote with its next pull`() async throws {
        let fixture = try await VaultStoreFixture()
        _ = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let seen = try await afterWaiting(for: fixture.op(.create, fixture.id(), fixture.note("slow")), in: fixture) {
            try await fixture.create(fixture.id())
        } meanwhile: {
            try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        }
        #expect(seen.meanwhile.items.isEmpty)
        let next = try await fixture.store.pull(fixture.account, from: seen.meanwhile.cursor, at: fixture.now)
        #expect(next.items.map(\.rev) == [1, 2])
    }

    @Test func `a reader that follows the numbers of a database sequence misses a late commit`() async throws {
        let fixture = try await VaultStoreFixture()
        for text in ["CREATE SEQUENCE hasty", "CREATE TABLE hasty_item (rev BIGINT)"] { try await fixture.tamper(text) }
        let insert = Statement("INSERT INTO hasty_item (rev) VALUES (nextval('hasty'))")
        @Sendable func pull(after rev: Int64) async throws -> [Int64] {
            let statement = Statement("SELECT rev FROM hasty_item WHERE rev > $1 ORDER BY rev", .integer(rev))
            return try await fixture.database.read { try $0.run(statement).map { try $0.int(0) } }
        }
        let lockTaken = Latch(), lockRelease = Latch()
        async let slow: Void = fixture.database.write { transaction in
            try transaction.run(insert)
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        _ = try await fixture.database.write { try $0.run(insert) }
        #expect(try await pull(after: 0) == [2])
        lockRelease.open()
        try await slow
        #expect(try await pull(after: 2) == [])
        #expect(try await pull(after: 0) == [1, 2])
    }

    private static let locked = "SELECT seq FROM vault_head WHERE account = $1 FOR UPDATE"
    private static let highest = "SELECT MAX(rev) FROM vault_item WHERE account = $1"

    /// Runs work that waits for a push, which holds the lock of the account's head until its commit.
    private func afterWaiting<T: Sendable>(
        for op: SecretOp, in fixture: VaultStoreFixture, _ work: @Sendable @escaping () async throws -> T
    ) async throws -> T {
        try await afterWaiting(for: op, in: fixture, work, meanwhile: {}).outcome
    }

    /// Runs `work`, which waits for a push, and `meanwhile` before the push commits.
    private func afterWaiting<T: Sendable, Seen: Sendable>(
        for op: SecretOp, in fixture: VaultStoreFixture, _ work: @Sendable @escaping () async throws -> T,
        meanwhile: @Sendable () async throws -> Seen
    ) async throws -> (outcome: T, meanwhile: Seen) {
        let lockTaken = Latch(), lockRelease = Latch()
        async let pushed = fixture.store.push([op], to: fixture.account, by: fixture.device, at: fixture.now) {
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        async let outcome = work()
        try await fixture.database.waitForBlockedTransaction()
        let seen = try await meanwhile()
        lockRelease.open()
        #expect(try await pushed.outcomes[0].word == "applied")
        return (try await outcome, seen)
    }
}
