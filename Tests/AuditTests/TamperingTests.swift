import Audit
import Cryptography
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `An audit log` {
    @Test func `holds if nobody has changed it`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(5)
        try await fixture.write([.lock])
        let result = try await fixture.log.verify(against: [try #require(try await fixture.log.head())])
        #expect(result.holds && result.rows == 6 && result.unchained == 1)
        #expect(result.head.number == 5 && result.floor == 0)
    }

    @Test func `is empty and holds before its first row`() async throws {
        let result = try await AuditFixture().log.verify(against: [])
        #expect(result.holds && result.rows == 0 && result.head.number == 0)
    }

    static let columns = [
        "id = (SELECT CAST(mac AS BYTEA) FROM audit WHERE number = 1)", "at = at + 1", "kind = 'lock'",
        "detail = 'pin'", "account = device", "account = NULL", "device = account", "session = NULL",
        "actor = 'service'", "actor_account = account", "actor_device = account", "actor_session = NULL", "n = 2",
        "n = NULL",
    ]

    @Test(.requirement("L3"), arguments: columns)
    func `shows a column that was altered`(change: String) async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(4)
        let change = fixture.database.dialect == .sqlite ? change.replacing("BYTEA", with: "BLOB") : change
        try await fixture.tamper("UPDATE audit SET \(change) WHERE number = 3")
        #expect(try await fixture.findings() == [.altered(number: 3)])
    }

    @Test(.requirement("L3"))
    func `shows a code that was copied from another row`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(4)
        try await fixture.tamper("UPDATE audit SET mac = (SELECT mac FROM audit WHERE number = 1) WHERE number = 3")
        #expect(try await fixture.findings() == [.altered(number: 3), .outOfChain(number: 3)])
    }

    @Test(.requirement("L3"))
    func `shows rows that were removed from its middle`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(6)
        try await fixture.tamper("DELETE FROM audit WHERE number IN (2, 4, 5)")
        #expect(try await fixture.findings() == [.removed(from: 2, through: 2), .removed(from: 4, through: 5)])
    }

    @Test(.requirement("L3"))
    func `shows a removed row whose number another one has got`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(4)
        try await fixture.tamper(
            "DELETE FROM audit WHERE number = 3", "UPDATE audit SET number = 3 WHERE number = 4",
            "UPDATE audit_chain SET head = 3")
        #expect(try await fixture.findings() == [.outOfChain(number: 3)])
    }

    @Test(.requirement("L3"), arguments: [false, true])
    func `shows two rows that were exchanged`(withHashes: Bool) async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(4)
        try await fixture.tamper(
            "UPDATE audit SET number = 9 WHERE number = 2", "UPDATE audit SET number = 2 WHERE number = 3",
            "UPDATE audit SET number = 3 WHERE number = 9")
        if !withHashes {
            try await fixture.tamper(
                "UPDATE audit SET chain_hash = (SELECT a.chain_hash FROM audit a WHERE a.number = 5 - audit.number) "
                    + "WHERE number IN (2, 3)")
        }
        let found = try await fixture.findings()
        #expect(found.contains(.outOfChain(number: 2)) && found.contains(.outOfChain(number: 3)))
    }

    @Test(.requirement("L3"))
    func `shows a row that was inserted by hand`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(2)
        let copied = "at, kind, detail, account, device, session, actor, actor_account, actor_device, actor_session, n"
        try await fixture.tamper(
            "INSERT INTO audit (id, \(copied), mac) SELECT mac, \(copied), mac FROM audit WHERE number = 1")
        #expect(try await fixture.findings() == [.alteredUnnumbered(at: fixture.began.ms)])
        #expect(try await fixture.log.chainRows(waiting: true) == 1)
        #expect(try await fixture.findings() == [.altered(number: 3)])
    }

    @Test(.requirement("L3"))
    func `shows that its last rows were removed`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(4)
        try await fixture.tamper("DELETE FROM audit WHERE number > 2")
        #expect(try await fixture.findings() == [.removed(from: 3, through: 4)])
    }

    @Test(.requirement("L3"))
    func `shows, by a head that is known outside, that its last rows and the record of them were removed`()
        async throws
    {
        let fixture = try await AuditFixture()
        try await fixture.chain(4)
        let known = try #require(try await fixture.log.head())
        try await fixture.tamper(
            "DELETE FROM audit WHERE number > 2",
            "UPDATE audit_chain SET head = 2, head_hash = (SELECT chain_hash FROM audit WHERE number = 2)")
        #expect(try await fixture.findings().isEmpty)
        #expect(try await fixture.findings(against: [known]) == [.truncated(after: 2, known: 4)])
        try await fixture.chain(3)
        #expect(try await fixture.findings().isEmpty)
        #expect(try await fixture.findings(against: [known]) == [.replaced(number: 4)])
    }

    @Test(.requirement("L3"))
    func `shows rows that somebody else has numbered beyond its head`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(2)
        try await fixture.write([.lock])
        try await fixture.tamper("UPDATE audit SET number = 3, chain_hash = mac WHERE number IS NULL")
        #expect(try await fixture.findings() == [.outOfChain(number: 3), .outOfChain(number: 3)])
    }

    @Test(.requirement("L3"))
    func `shows that the record of its chain is missing`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(2)
        try await fixture.tamper("DELETE FROM audit_chain")
        #expect(try await fixture.findings() == [.chainMissing])
    }

    @Test(.requirement("L3"))
    func `shows rows of another key`() async throws {
        let fixture = try await AuditFixture(), other = try await AuditFixture()
        try await fixture.chain(2)
        let log = AuditLog(fixture.database, AuditAuthenticator(key: .generate(other.random), random: other.random))
        let found = try await log.verify(against: []).findings
        #expect(found.contains(.altered(number: 1)) && found.contains(.altered(number: 2)))
    }
}
