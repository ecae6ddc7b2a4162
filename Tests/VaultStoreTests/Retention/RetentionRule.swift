import Domain
import Primitives
import SQL
import Support
import Testing
import VaultStore

/// One rule by which the sweeper erases something: how to make what it erases, and when that is due.
struct RetentionRule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let table: String
    /// The SQL condition of the rows that the rule erases.
    let rows: String
    /// The time after which the rows are due.
    let kept: Duration
    let make: @Sendable (VaultStoreFixture) async throws -> RetainedRows

    init(
        _ description: String, _ table: String, where rows: String = "1 = 1", kept: Duration,
        _ make: @escaping @Sendable (VaultStoreFixture) async throws -> RetainedRows
    ) {
        testDescription = description
        self.table = table
        self.rows = rows
        self.kept = kept
        self.make = make
    }

    func count(in fixture: VaultStoreFixture) async throws -> Int64 {
        try await fixture.database.select(Statement("SELECT COUNT(*) FROM \(table) WHERE \(rows)"))[0].int(0)
    }
}

/// Rows that a ``RetentionRule`` has made.
struct RetainedRows: Sendable {
    /// The moment from which the time of the rule counts.
    let since: Instant
    /// Returns true if the vault still does what it does because of the rows. May change rows.
    let isInForce: @Sendable (VaultStoreFixture) async throws -> Bool
}

extension RetentionRule {
    static let all = [
        RetentionRule(
            "a secret can be taken out of the trash for 30 days", "vault_item", where: "state = 'trashed'",
            kept: .days(30)
        ) { fixture in
            let id: SecretID = fixture.id(), rev = try await fixture.bring(id, to: .trashed)
            return RetainedRows(since: fixture.now) {
                try await $0.push($0.op(.restore, id, on: rev)) == .applied(rev: rev + 1)
            }
        },
        RetentionRule(
            "an edit of a deleted secret meets its tombstone for 180 days", "vault_item", where: "state = 'deleted'",
            kept: .days(180)
        ) { fixture in
            let id: SecretID = fixture.id(), rev = try await fixture.bring(id, to: .deleted)
            return RetainedRows(since: fixture.now) {
                try await $0.push($0.op(.update, id, on: rev - 1, $0.note("x"))) != .gone(current: nil)
            }
        },
        RetentionRule("a repeated operation has its outcome for 180 days", "vault_op", kept: .days(180)) { fixture in
            var op = fixture.op(.create, fixture.id(), fixture.note("x"))
            op.knownSeq = 0
            let first = try await fixture.push(op)
            return RetainedRows(since: fixture.now) { [op] in
                let again = try await $0.push(op)
                #expect(again == .replayed(first) || again == .rejected(.opExpired))
                return again == .replayed(first)
            }
        },
        RetentionRule(
            "what a device has not read is kept for 180 days after the device was seen", "vault_item",
            where: "state = 'deleted'", kept: .days(180)
        ) { fixture in
            let id: SecretID = fixture.id(), rev = try await fixture.create(id)
            let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
            try await fixture.push(fixture.op(.delete, id, on: rev))
            fixture.clock.advance(by: .days(200))
            let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
            try await fixture.acknowledge(PullCursor(epoch: head.epoch, seq: rev, pullStart: 0))
            return RetainedRows(since: fixture.now) {
                do {
                    return try await $0.store.pull($0.account, from: cursor, at: $0.now).items.map(\.id) == [id]
                } catch VaultStoreFault.resyncRequired(.cursorExpired) {
                    return false
                }
            }
        },
    ]
}
