import Audit
import Primitives
import SQL
import Support
import Testing

@Suite struct `An end of an audit log that is recorded outside the database` {
    private func recorded(_ fixture: AuditFixture, after rows: Int = 4) async throws -> AuditHead {
        try await fixture.chain(rows)
        return try #require(try await fixture.log.head())
    }

    @Test func `is continued by the log itself, and by the rows that follow`() async throws {
        let fixture = try await AuditFixture(), known = try await recorded(fixture)
        #expect(try await fixture.log.continuation(of: known) == .verified(through: known))
        let later = try await recorded(fixture)
        #expect(later.number == 8)
        #expect(try await fixture.log.continuation(of: known) == .verified(through: later))
    }

    @Test func `is continued page by page`() async throws {
        let fixture = try await AuditFixture()
        var known = try await recorded(fixture, after: 1), numbers: [Int64] = []
        _ = try await recorded(fixture)
        while case .verified(let end) = try await fixture.log.continuation(of: known, limit: 2), end != known {
            numbers.append(end.number)
            known = end
        }
        #expect(numbers == [3, 5])
    }

    @Test func `is continued by the rows after the floor, if its row was deleted by age`() async throws {
        let fixture = try await AuditFixture(), began = fixture.now, known = try await recorded(fixture)
        let later = try await recorded(fixture)
        #expect(try await fixture.log.deleteRows(before: began + .seconds(4), at: fixture.now).rows == 4)
        #expect(try await fixture.log.continuation(of: known) == .verified(through: later))
        #expect(try await fixture.log.contains(known))
        #expect(try await fixture.log.deleteRows(before: began + .seconds(6), at: fixture.now).rows == 2)
        #expect(try await fixture.log.continuation(of: known) == .verified(through: later))
        #expect(try await !fixture.log.contains(known))
        try await fixture.tamper("UPDATE audit_chain SET floor_mac = head_hash")
        #expect(try await fixture.log.continuation(of: known) == .contradicted(.floorForged(number: 6)))
    }

    static let truncation = [
        "DELETE FROM audit WHERE number > 2",
        "UPDATE audit_chain SET head = 2, head_hash = (SELECT chain_hash FROM audit WHERE number = 2)",
    ]

    @Test(.requirement("L3"))
    func `is not continued by a log that was cut off, however far it grows`() async throws {
        let fixture = try await AuditFixture(), known = try await recorded(fixture)
        for statement in Self.truncation { try await fixture.tamper(statement) }
        #expect(try await fixture.log.continuation(of: known) == .contradicted(.truncated(after: 2, known: 4)))
        #expect(try await !fixture.log.contains(known))
        try await fixture.chain(5)
        #expect(try await fixture.findings().isEmpty)
        #expect(try await fixture.log.continuation(of: known) == .contradicted(.replaced(number: 4)))
        #expect(try await !fixture.log.contains(known))
    }

    @Test(
        .requirement("L3"),
        arguments: [
            ("UPDATE audit SET detail = 'pin' WHERE number = 6", AuditVerification.Finding.altered(number: 6)),
            ("UPDATE audit SET chain_hash = mac WHERE number = 6", .outOfChain(number: 6)),
            ("DELETE FROM audit WHERE number = 6", .removed(from: 6, through: 6)),
            ("DELETE FROM audit WHERE number > 6", .removed(from: 7, through: 8)),
            ("DELETE FROM audit WHERE number = 4", .removed(from: 4, through: 4)),
            ("UPDATE audit SET chain_hash = mac WHERE number = 4", .replaced(number: 4)),
            ("UPDATE audit_chain SET head_hash = floor_hash", .outOfChain(number: 8)),
            ("UPDATE audit_chain SET head = 9", .removed(from: 9, through: 9)),
            ("DELETE FROM audit_chain", .chainMissing),
        ])
    func `is not continued by rows that somebody else has changed`(
        tampering: String, found: AuditVerification.Finding
    ) async throws {
        let fixture = try await AuditFixture(), known = try await recorded(fixture)
        try await fixture.chain(4)
        try await fixture.tamper(tampering)
        #expect(try await fixture.log.continuation(of: known) == .contradicted(found))
    }
}
