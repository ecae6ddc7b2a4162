import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// VAULT.md, "Sequence and cursor": what the store's order of statements is for, shown beside the forms that look alike
/// and are wrong.
@Suite(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer: nothing comes in between there"))
struct LockRuleTests {
    @Test func `a push that waited for another sees the rows that one wrote`() async throws {
        let room = try await Room(), id: SecretID = room.id()
        try await room.create(id)
        let late = room.op(.update, id, on: 1, room.note("late"))
        let outcome = try await afterWaiting(for: room.op(.update, id, on: 1, room.note("soon")), in: room) {
            try await room.push(late)
        }
        #expect(outcome.word == "conflict")
    }

    @Test(arguments: [
        ([Self.locked, Self.highest], Int64(2)),
        (["WITH h AS (\(Self.locked)) SELECT h.seq, (\(Self.highest)) FROM h"], Int64(1)),
    ])
    func `a lock in a statement of its own shows the rows up to the head, one together with reads shows old ones`(
        texts: [String], rev: Int64
    ) async throws {
        let room = try await Room()
        try await room.create(room.id())
        let statements = texts.map { Statement($0, .bytes(room.account.bytes)) }
        let seen = try await afterWaiting(for: room.op(.create, room.id(), room.note("second")), in: room) {
            try await room.database.write { transaction in
                try statements.flatMap { try transaction.run($0).flatMap(\.values) }
            }
        }
        #expect(seen == [.integer(2), .integer(rev)])
    }

    @Test func `who pulls while two push goes on to what both wrote`() async throws {
        let room = try await Room()
        _ = try await room.store.head(of: room.account)
        let seen = try await afterWaiting(for: room.op(.create, room.id(), room.note("slow")), in: room) {
            try await room.create(room.id())
        } meanwhile: {
            try await room.store.pull(room.account, from: nil)
        }
        #expect(seen.meanwhile.items.isEmpty)
        let next = try await room.store.pull(room.account, from: seen.meanwhile.place)
        #expect(next.items.map(\.rev) == [1, 2])
    }

    @Test func `who goes by numbers of a database sequence never sees what commits late`() async throws {
        let room = try await Room()
        for text in ["CREATE SEQUENCE hasty", "CREATE TABLE hasty_item (rev BIGINT)"] { try await room.tamper(text) }
        let insert = Statement("INSERT INTO hasty_item (rev) VALUES (nextval('hasty'))")
        @Sendable func pull(after rev: Int64) async throws -> [Int64] {
            let statement = Statement("SELECT rev FROM hasty_item WHERE rev > $1 ORDER BY rev", .integer(rev))
            return try await room.database.read { try $0.run(statement).map { try $0.int(0) } }
        }
        let isHeld = Latch(), mayGo = Latch()
        async let slow: Void = room.database.write { transaction in
            try transaction.run(insert)
            isHeld.open()
            mayGo.hold()
        }
        await isHeld.wait()
        _ = try await room.database.write { try $0.run(insert) }
        #expect(try await pull(after: 0) == [2])
        mayGo.open()
        try await slow
        #expect(try await pull(after: 2) == [])
        #expect(try await pull(after: 0) == [1, 2])
    }

    private static let locked = "SELECT seq FROM vault_head WHERE account = $1 FOR UPDATE"
    private static let highest = "SELECT MAX(rev) FROM vault_item WHERE account = $1"

    /// What comes of something that has to wait because a push holds the account's head up to its commit.
    private func afterWaiting<T: Sendable>(
        for op: SecretOp, in room: Room, _ work: @Sendable @escaping () async throws -> T
    ) async throws -> T {
        try await afterWaiting(for: op, in: room, work, meanwhile: {}).outcome
    }

    /// The same, and what was seen by then.
    private func afterWaiting<T: Sendable, Seen: Sendable>(
        for op: SecretOp, in room: Room, _ work: @Sendable @escaping () async throws -> T,
        meanwhile: @Sendable () async throws -> Seen
    ) async throws -> (outcome: T, meanwhile: Seen) {
        let isHeld = Latch(), mayGo = Latch()
        async let pushed = room.store.push([op], to: room.account, by: room.device) {
            isHeld.open()
            mayGo.hold()
        }
        await isHeld.wait()
        async let outcome = work()
        try await room.database.hasWaiter()
        let seen = try await meanwhile()
        mayGo.open()
        #expect(try await pushed.outcomes[0].word == "applied")
        return (try await outcome, seen)
    }
}
