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
        #expect(try await fixture.log.deleteRows(before: began + .seconds(2), at: fixture.now) == 2)
        #expect(try await fixture.log.deleteRows(before: began + .seconds(2), at: fixture.now) == 0)
        while try await fixture.log.chainRows(waiting: true) > 0 {}
        let result = try await fixture.log.verify(against: [])
        #expect(result.holds && result.floor == 2 && result.rows == 4)
        let rows = try await fixture.log.rows(AuditFilter(kind: .expiry), limit: 9)
        #expect(rows.map(\.number) == [6] && rows.map(\.row.count) == [2])
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
        #expect(try await fixture.log.deleteRows(before: began, limit: 2, at: began) == 0)
        #expect(try await fixture.log.deleteRows(before: began, limit: 9, at: began) == 4)
        while try await fixture.log.chainRows(waiting: true) > 0 {}
        #expect(try await fixture.findings().isEmpty)
    }
}
