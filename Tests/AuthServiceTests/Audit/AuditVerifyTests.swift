import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthService

@Suite struct `audit.verify` {
    @Test func `plays its example: a log with one row holds`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.callAsAdministrator(
            GroupCreate.self, GroupCreate.example.params)
        try await fixture.auth.audit.chain()
        var (params, example) = AuditVerify.example
        let answer = try await fixture.callAsAdministrator(AuditVerify.self, params)
        example.head = answer.head
        #expect(answer == example)
        params.heads = [answer.head]
        #expect(try await fixture.callAsAdministrator(AuditVerify.self, params) == example)
    }

    @Test(.requirement("L3"))
    func `reports what was altered and what is missing at the end`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        let head = try await fixture.callAsAdministrator(AuditVerify.self, .init()).head
        _ = try await fixture.database.write { transaction in
            try transaction.run(Statement("UPDATE audit SET account = NULL WHERE number = 4"))
            try transaction.run(Statement("DELETE FROM audit WHERE number = 5"))
        }
        let answer = try await fixture.callAsAdministrator(AuditVerify.self, .init(heads: [head]))
        #expect(answer.findings.contains { $0.contains("row 5 was removed") })
        #expect(answer.findings.contains { $0.contains("row 4") && $0.contains("altered") })
        #expect(answer.findings.contains { $0.contains("ends at row 4") })
        await #expect(throws: RemoteFault.self) {
            try await fixture.callAsAdministrator(AuditVerify.self, .init(heads: ["nonsense"]))
        }
    }

    @Test(.requirement("L3"))
    func `rows are deleted when their time has passed, and the rest holds`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let written = fixture.clock.now - .seconds(61), kept = Duration.days(400)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.deleteOldRows(at: written + kept)
        #expect(try await fixture.count("audit") == 5)
        try await fixture.auth.audit.deleteOldRows(at: written + kept + .milliseconds(1))
        #expect(try await fixture.auditWords() == ["expiry rowsDeleted"])
        try await fixture.auth.audit.chain()
        let answer = try await fixture.callAsAdministrator(AuditVerify.self, .init())
        #expect(answer.findings.isEmpty && answer.floor == 5 && answer.rows == 1)
    }

    @Test(.requirement("L3"))
    func `rows that were tampered with are kept, which the log says once and a metric all the time`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        let late = fixture.clock.now + fixture.auth.settings.auditRetention
        try await fixture.auth.audit.chain()
        try await fixture.tamper("UPDATE audit SET n = 7 WHERE number = 2")
        for _ in 0..<2 { try await fixture.auth.audit.deleteOldRows(at: late) }
        #expect(try await fixture.callAsAdministrator(AuditVerify.self, .init()).findings == ["row 2 was altered"])
        let stopped =
            "the oldest rows of the audit log were tampered with, and none of them is deleted: run audit verify"
        #expect(
            fixture.log.entries.filter { $0.message == stopped }.map { $0.metadata["found"] } == ["row 2 was altered"])
        #expect(try fixture.gauge("audit_retention_stopped") == 1)
        try await fixture.tamper("UPDATE audit SET n = NULL WHERE number = 2")
        try await fixture.auth.audit.deleteOldRows(at: late)
        #expect(try await fixture.callAsAdministrator(AuditVerify.self, .init()).floor == 5)
        #expect(try fixture.gauge("audit_retention_stopped") == 0)
    }
}
