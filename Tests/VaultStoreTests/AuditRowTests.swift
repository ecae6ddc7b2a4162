import Audit
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// The rows of the audit log that the store writes.
@Suite struct AuditRowTests {
    /// Kind and detail of each row, the oldest first.
    private func words(_ log: AuditLog) async throws -> [String] {
        while try await log.chainRows(waiting: true) > 0 {}
        return try await log.rows(AuditFilter(), limit: 100).reversed().compactMap(\.row).map {
            "\($0.kind) \($0.detail)"
        }
    }

    @Test(.requirement("L1"))
    func `a cursor that proves a lost change leaves the row of the generation that it begins`() async throws {
        let fixture = try await VaultStoreFixture()
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let ahead = PullCursor(epoch: head.epoch, seq: head.seq + 1, pullStart: 0)
        for _ in 0..<2 {
            await #expect(throws: VaultStoreFault.self) {
                try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now)
            }
        }
        #expect(try await words(fixture.store.auditLog) == ["generation olderCopy"])
    }

    @Test(.requirement("L1"), arguments: [(true, "generation olderCopy"), (false, "generation failover")])
    func `a start that begins a generation leaves a row that says why`(isOlderCopy: Bool, word: String) async throws {
        let fixture = try await VaultStoreFixture(), now = fixture.now
        try await fixture.database.write { transaction in
            try VaultStore.recordGeneration(
                isOlderCopy: isOlderCopy, at: now, keys: .sample(), random: .system, in: transaction)
        }
        #expect(try await words(fixture.store.auditLog) == [word])
        #expect(try await fixture.store.auditLog.verify(against: []).holds)
    }

    @Test func `the counts of several instances add up to one, and end once`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let store = fixture.store, now = fixture.now
        let hour = DeviceHour(account: fixture.account, device: fixture.device, at: now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await store.addReads([hour: 5]) } }
            try await group.waitForAll()
        }
        #expect(try await store.endReads(at: hour.start + .hours(1) + .minutes(5)) == 0)
        let end = hour.start + .hours(1) + .minutes(5) + .milliseconds(1)
        let ended = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await store.endReads(at: end) } }
            return try await group.reduce(0, +)
        }
        #expect(ended == 1)
        while try await store.auditLog.chainRows(waiting: true) > 0 {}
        #expect(try await store.auditLog.rows(AuditFilter(kind: .secretRead), limit: 10).map(\.row?.count) == [20])
    }

    @Test func `keys are checked on a database whose migrations have not run`() async throws {
        let database = try await StoreLocation(Array(VaultSchema.migrations.prefix(8))).open()
        try await VaultStore.checkKeys(.sample(), on: database, random: .system)
        await #expect(throws: WrongVaultKey.self) {
            try await VaultStore.checkKeys(.sample(9), on: database, random: .system)
        }
    }
}
