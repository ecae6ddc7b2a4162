import Audit
import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultStore

@testable import VaultService

/// What the audit log says about reads of secrets: one row for each device and hour.
@Suite struct SecretReadTests {
    /// Ends the hour, and writes what is due.
    private func endHour(_ fixture: VaultFixture) async throws {
        await fixture.vault.writeReads()
        fixture.clock.advance(by: .hours(2) + .minutes(6))
        try await fixture.vault.followOnce()
        await fixture.vault.writeReads()
    }

    @Test(.requirement("L1"))
    func `the reads of a device in an hour are one row, and those of the next hour another`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        let began = fixture.clock.now.ms / 3_600_000 * 3_600_000
        let cursor = try await person.pull().cursor
        await fixture.vault.writeReads()
        _ = try await person.pull()
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [2])
        #expect(try await person.pull(cursor).items.isEmpty)
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [2])
        #expect(try await fixture.auditRows().isEmpty)
        try await endHour(fixture)
        let row = try #require(try await fixture.auditRows().first)
        #expect(row.account == person.account && row.device == person.device && row.at.ms == began)
        _ = try await person.pull()
        try await endHour(fixture)
        #expect(try await fixture.auditWords() == ["secretRead pulled 2 service", "secretRead pulled 1 service"])
        #expect(try await fixture.readCounts() == [])
    }

    @Test(.requirement("L1"))
    func `every answer with a body counts, and one without does not`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), op = person.create("a")
        try await person.push(op)
        func counted(_ call: () async throws -> Void) async throws -> Int64 {
            let before = try await fixture.readCounts().first ?? 0
            try await call()
            await fixture.vault.writeReads()
            return (try await fixture.readCounts().first ?? 0) - before
        }
        _ = try await fixture.person().pull()
        #expect(try await counted { _ = try await person.call(SecretList.self, .init()) } == 0)
        #expect(try await fixture.readCounts() == [], "an answer without a body leaves no count")
        #expect(try await counted { _ = try await person.call(SecretList.self, .init(reveal: true)) } == 1)
        #expect(try await counted { _ = try await person.call(VaultSync.self, .init(ops: [])) } == 1)
        let stale = PushOp(
            opId: fixture.id(), type: .update, id: op.id, kind: "note", base: ItemBase(epoch: fixture.id(), rev: 7),
            knownSeq: 0, body: ["text": "b"])
        let conflicts = try await counted { _ = try await person.push(stale) }
        #expect(conflicts == 1)
        let edit = SecretEdit.Params(id: op.id, body: ["text": "c"], rev: 9)
        let refusals = try await counted { try await person.expectRefused(.conflict, SecretEdit.self, edit) }
        #expect(refusals == 1)
        #expect(try await counted { _ = try await person.call(VaultInfo.self, Nothing()) } == 0)
    }

    @Test(.requirement("L1"))
    func `a purge leaves its row and those of the reads until then, and no count`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), other = fixture.person()
        for each in [person, other] {
            try await each.push(each.create("a"))
            _ = try await each.pull()
        }
        await fixture.vault.writeReads()
        _ = try await person.pull()
        for _ in 0..<2 {
            let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
            _ = try await fixture.authClient.call(VaultPurge.self, purge)
        }
        #expect(try await fixture.auditWords() == ["secretRead pulled 1 peer", "purge vaultErased peer"])
        // The last pull was not written yet.
        await fixture.vault.writeReads()
        let rows = try await fixture.auditRows()
        #expect(rows.map(\.account) == Array(repeating: person.account, count: 3) && rows[2].kind == "secretRead")
        #expect(try await fixture.readCounts() == [1])
    }

    @Test(.requirement("L5"))
    func `while the disk is full, reads go on and are counted afterwards`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        fixture.database.fill()
        for _ in 0..<2 {
            _ = try await person.pull()
            await fixture.vault.writeReads()
        }
        fixture.database.makeRoom()
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [2])
    }

    @Test(.requirement("L5"))
    func `a purge is refused if its row cannot be written`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await fixture.tamper("ALTER TABLE audit RENAME TO elsewhere")
        await #expect(throws: (any Error).self) {
            try await fixture.store.purge(person.account, at: fixture.clock.now, truncateWriteAheadLog: {})
        }
        #expect(try await person.pull().items.count == 1)
    }

    @Test func `an hour that a wrong clock has begun ahead is over at once`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        _ = try await person.pull()
        await fixture.vault.writeReads()
        try await fixture.tamper("UPDATE vault_read SET hour = hour + 864000000")
        await fixture.vault.writeReads()
        #expect(try await fixture.auditRows().map(\.at) == [fixture.clock.now])
    }

    @Test(.requirement("L3"))
    func `rows that were altered or removed are found`() async throws {
        let fixture = try await VaultFixture()
        for _ in 0..<3 {
            let purge = VaultPurge.Params(accountId: fixture.id(), requestId: fixture.id())
            _ = try await fixture.authClient.call(VaultPurge.self, purge)
        }
        try await fixture.vault.audit.chain()
        #expect(try await fixture.store.auditLog.verify(against: []).holds)
        try await fixture.tamper("UPDATE audit SET kind = 'secretRead' WHERE number = 1")
        try await fixture.tamper("DELETE FROM audit WHERE number = 2")
        let found = try await fixture.restarted().store.auditLog.verify(against: []).findings.map { "\($0)" }
        #expect(found.contains("row 1 was altered") && found.contains("row 2 was removed"))
    }

    @Test func `no more hours wait than there is room for, and those that wait go on counting`() {
        let reads = SecretReads(capacity: 1), random = SeededRandom(seed: 3).random
        let hours = (0..<2).map { _ in DeviceHour(account: random.id(), device: random.id(), at: Instant(ms: 0)) }
        for hour in hours + hours { reads.add(1, in: hour) }
        #expect(reads.take() == [hours[0]: 2])
        #expect(reads.take().isEmpty)
    }
}
