import Audit
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite(.enabled(if: StoreEngine.chosen == .postgres, "SQLite runs one write transaction at a time"))
struct `A chain that another instance has locked` {
    @Test func `is passed over by the deletion, which says nothing about the rows`() async throws {
        let fixture = try await AuditFixture(), log = fixture.log, late = fixture.began + .seconds(10)
        try await fixture.chain(2)
        try await fixture.tamper("UPDATE audit SET n = 7 WHERE number = 1")
        let lockTaken = Latch(), lockRelease = Latch()
        async let holder: Void = fixture.database.write { transaction in
            try transaction.run(Statement("SELECT 1 FROM audit_chain {lockRow}"))
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        let deletion = try await log.deleteRows(before: late, at: late)
        lockRelease.open()
        try await holder
        #expect(deletion == .busy)
        #expect(
            try await log.deleteRows(before: late, at: late) == .pass(rows: 0, problem: .altered(number: 1)))
    }
}
