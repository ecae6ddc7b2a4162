import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import VaultStore

@Suite(.timeLimit(.minutes(1))) struct `The reset of the vault's times` {
    /// The columns of times that a reset leaves, each with the reason.
    static let left = [
        "vault_time.seen": "set back as the latest time", "lineage.saved_at": "set back with the latest time",
        "audit.at": "the rows of the audit log are authenticated and never changed",
        "vault_read.hour": "an hour that lies ahead is over at once",
        "vault_backend_read.hour": "an hour that lies ahead is over at once",
        "lineage.copied_at": "a database marked as restored is not being served",
        "lineage.replay_since": "an earlier time only means more deletions to apply again",
    ]

    @Test func `every column of times is reset, or there is a reason why it is not`() async throws {
        let fixture = try await VaultStoreFixture()
        let names = [
            "touched_at", "rate_from", "due_at", "at", "updated_at", "last_seen", "created_at", "expires_at",
            "deleted_at", "time", "begun_at", "seen", "saved_at", "copied_at", "replay_since", "hour",
            "since", "backend_rate_from",
        ]
        var found: Set<String> = []
        for name in names { found.formUnion(try await fixture.database.tables(with: name).map { "\($0).\(name)" }) }
        let reset = Set(VaultStore.timeColumns.map { "\($0.table).\($0.column)" })
        #expect(found == reset.union(Self.left.keys))
    }

    @Test func `a secret that was trashed under a wrong clock ends 30 days after the reset`() async throws {
        let fixture = try await VaultStoreFixture(), right = fixture.now
        fixture.clock.set(right + .days(400))
        try await fixture.bring(fixture.id(), to: .trashed)
        fixture.clock.set(right)
        let changes = try await VaultStore.resetTimes(to: right, from: right + .days(400), on: fixture.database)
        #expect(changes["vault_item.deleted_at"] == 1 && changes["vault_head.due_at"] == 1)
        try await fixture.sweepTwice(at: right)
        #expect(try await fixture.dueAt() == right + .days(30))
        #expect(try await fixture.sweepTwice(at: right + .days(30)).changed == [fixture.account])
    }

    @Test func `a reset changes nothing in a database whose times are right`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let before = try await fixture.database.contents()
        #expect(
            try await VaultStore.resetTimes(to: fixture.now, from: fixture.now, on: fixture.database).values.allSatisfy
            { $0 == 0 })
        #expect(try await fixture.database.contents() == before)
    }
}
