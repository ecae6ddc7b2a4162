import Audit
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `The oldest rows of an audit log` {
    @Test(.requirement("L3"))
    func `are deleted by the service alone, which records it`() async throws {
        let fixture = try await AuditFixture(), began = fixture.now
        try await fixture.chain(5)
        // Rows are written at 0 s, 1 s …: the third is not older than 2 s.
        #expect(try await fixture.log.deleteRows(before: began + .seconds(2), at: fixture.now).rows == 2)
        #expect(try await fixture.log.deleteRows(before: began + .seconds(2), at: fixture.now).rows == 0)
        while try await fixture.log.chainRows(waiting: true) > 0 {}
        let result = try await fixture.log.verify(against: [])
        #expect(result.holds && result.floor == 2 && result.rows == 4)
        let rows = try await fixture.log.rows(AuditFilter(kind: .expiry), limit: 9)
        #expect(rows.map(\.number) == [6] && rows.map(\.row?.count) == [2])
    }

    @Test(.requirement("L3"))
    func `are missed if somebody else deletes them`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(5)
        try await fixture.tamper("DELETE FROM audit WHERE number <= 2")
        #expect(try await fixture.findings() == [.removed(from: 1, through: 2)])
    }

    @Test(.requirement("L3"))
    func `are missed if somebody else moves the record of what was deleted`() async throws {
        let fixture = try await AuditFixture(), began = fixture.now
        try await fixture.chain(5)
        _ = try await fixture.log.deleteRows(before: began + .seconds(1), at: fixture.now)
        try await fixture.tamper(
            "UPDATE audit_chain SET floor = 3, floor_hash = (SELECT chain_hash FROM audit WHERE number = 3)",
            "DELETE FROM audit WHERE number <= 3")
        #expect(try await fixture.findings().first == .floorForged(number: 3))
        try await fixture.tamper("UPDATE audit_chain SET floor_mac = NULL")
        #expect(try await fixture.findings().first == .floorForged(number: 3))
    }

    @Test func `are deleted in the order of the chain`() async throws {
        let fixture = try await AuditFixture(), began = fixture.now
        try await fixture.chain(3)
        fixture.clock.advance(by: .seconds(-10))
        try await fixture.chain(1)
        // The last row is older than the others, and is deleted after them.
        #expect(try await fixture.log.deleteRows(before: began, limit: 2, at: began).rows == 0)
        #expect(try await fixture.log.deleteRows(before: began, limit: 9, at: began).rows == 4)
        while try await fixture.log.chainRows(waiting: true) > 0 {}
        #expect(try await fixture.findings().isEmpty)
    }

    /// What somebody does who can write to the database and knows no key, so that the service removes the evidence.
    static let tamperings = [
        "UPDATE audit SET at = at - 100000 WHERE number = 4", "UPDATE audit SET at = at - 100000",
        "UPDATE audit SET at = at + 100000 WHERE number = 2", "UPDATE audit SET detail = 'pin' WHERE number = 2",
        "UPDATE audit SET number = -1 WHERE number = 3", "UPDATE audit SET number = 0 WHERE number = 1",
        "UPDATE audit SET number = 9 WHERE number = 3", "DELETE FROM audit WHERE number = 2",
        "DELETE FROM audit WHERE number <= 2", "UPDATE audit SET chain_hash = mac WHERE number = 3",
        "UPDATE audit SET chain_hash = NULL WHERE number = 3",
        "UPDATE audit_chain SET floor = 2, floor_hash = (SELECT chain_hash FROM audit WHERE number = 2)",
        "UPDATE audit_chain SET floor_mac = head_hash", "DELETE FROM audit_chain",
    ]

    @Test(.requirement("L3"), arguments: tamperings)
    func `stay from the first one on that was tampered with, so that it is still found`(tampering: String) async throws
    {
        let fixture = try await AuditFixture(), all = fixture.began + .seconds(10)
        try await fixture.chain(5)
        try await fixture.tamper(tampering)
        let found = try await fixture.findings()
        #expect(!found.isEmpty)
        #expect(try await fixture.log.retentionProblem(before: all) != nil)
        for _ in 0..<2 { _ = try await fixture.log.deleteRows(before: all, limit: 2, at: fixture.now) }
        #expect(try await fixture.log.deleteRows(before: all, at: fixture.now).problem != nil)
        #expect(try await fixture.log.deleteRows(before: all, at: fixture.now).rows == 0)
        #expect(try await fixture.findings() == found)
    }

    @Test func `are deleted up to the first one that was tampered with`() async throws {
        let fixture = try await AuditFixture(), all = fixture.began + .seconds(10)
        try await fixture.chain(5)
        try await fixture.tamper("UPDATE audit SET n = 7 WHERE number = 4")
        let deletion = try await fixture.log.deleteRows(before: all, at: fixture.now)
        #expect(deletion.rows == 3 && deletion.problem == .altered(number: 4))
        #expect(try await fixture.findings() == [.altered(number: 4)])
    }

    @Test(.requirement("L3"))
    func `are not deleted because a row that follows was made to look old`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(5)
        try await fixture.tamper("UPDATE audit SET at = at - 100000 WHERE number = 4")
        let deletion = try await fixture.log.deleteRows(before: fixture.began, at: fixture.now)
        #expect(deletion.rows == 0 && deletion.problem == .altered(number: 4))
        #expect(try await fixture.log.state().floor == 0)
    }
}

extension AuditDeletion {
    /// The number of deleted rows; nil if another instance held the lock.
    var rows: Int? { if case .pass(let rows, _) = self { rows } else { nil } }

    var problem: AuditVerification.Finding? { if case .pass(_, let problem) = self { problem } else { nil } }
}
