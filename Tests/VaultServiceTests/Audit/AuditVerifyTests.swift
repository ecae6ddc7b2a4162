import AuditService
import Contracts
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `audit.verify` {
    private func findings(_ fixture: VaultFixture, _ heads: [String] = []) async throws -> [String] {
        try await fixture.callAsAdministrator(AuditVerify.self, .init(heads: heads)).findings
    }

    @Test func `plays its example: a log with one row holds`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(1)
        var (params, example) = AuditVerify.example
        let answer = try await fixture.callAsAdministrator(AuditVerify.self, params)
        example.head = answer.head
        #expect(answer == example)
        params.heads = [answer.head]
        #expect(try await fixture.callAsAdministrator(AuditVerify.self, params) == example)
    }

    @Test(.requirement("L3"))
    func `reports what was altered, removed, exchanged and cut off`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(8)
        let head = try await fixture.callAsAdministrator(AuditVerify.self, .init()).head
        try await fixture.tamper("UPDATE audit SET account = NULL WHERE number = 1")
        try await fixture.tamper("DELETE FROM audit WHERE number = 3")
        try await fixture.tamper("UPDATE audit SET number = -1 WHERE number = 5")
        try await fixture.tamper("UPDATE audit SET number = 5 WHERE number = 6")
        try await fixture.tamper("UPDATE audit SET number = 6 WHERE number = -1")
        try await fixture.cutOffAuditLog(after: 7)
        let found = try await findings(fixture, [head])
        #expect(found.contains("row 1 was altered") && found.contains("row 3 was removed"))
        #expect(found.contains { $0.hasPrefix("row 5 is not the one that was chained") })
        #expect(found.contains { $0.hasPrefix("the log ends at row 7, and row 8 is known to exist") })
    }

    @Test func `refuses what is no end of a log`() async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) { try await findings(fixture, ["nonsense"]) }
        #expect(failure?.fault?.isKind(.invalidParams) == true && failure?.fault?.data["field"] == "heads")
    }

    @Test(.requirement("L3"), arguments: [(Duration.zero, false), (.milliseconds(1), true)])
    func `rows are deleted when their time has passed, and the rest holds`(
        past: Duration, isDeleted: Bool
    ) async throws {
        let fixture = try await VaultFixture(), written = fixture.clock.now
        try await fixture.purgeAccounts(2)
        let moment = written + VaultSettings().auditRetention + past
        try await fixture.sweep(at: moment, for: .hours(24))
        let words = try await fixture.auditWords()
        #expect(
            words
                == (isDeleted
                    ? ["expiry rowsDeleted 2 service"] : ["purge vaultErased peer", "purge vaultErased peer"]))
        let answer = try await fixture.callAsAdministrator(AuditVerify.self, .init())
        #expect(answer.findings.isEmpty && answer.floor == (isDeleted ? 2 : 0))
    }

    @Test(.requirement("L3"))
    func `a clock that is wrong for less than a day deletes no row`() async throws {
        let fixture = try await VaultFixture(), right = fixture.clock.now
        try await fixture.purgeAccounts(2)
        try await fixture.sweep(at: right + .days(500), for: .hours(24) - .milliseconds(1))
        // The earlier time that was seen in between counts from now on.
        try await fixture.sweep(at: right, for: .hours(1))
        try await fixture.sweep(at: right + .days(500), for: .hours(22))
        #expect(try await fixture.auditWords().count == 2)
    }

    @Test(.requirement("L3"))
    func `rows that were tampered with are kept, which the log says once and a metric all the time`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(3)
        let late = fixture.clock.now + VaultSettings().auditRetention + .milliseconds(1)
        try await fixture.tamper("UPDATE audit SET n = 7 WHERE number = 1")
        for _ in 0..<2 { try await fixture.sweep(at: late, for: .hours(24)) }
        #expect(try await findings(fixture) == ["row 1 was altered"])
        let stopped = fixture.log.entries.filter {
            $0.message.hasPrefix("the oldest rows of the audit log were tampered")
        }
        #expect(stopped.map { $0.metadata["found"] } == ["row 1 was altered"])
        #expect(try fixture.gauge("audit_retention_stopped") == 1)
        try await fixture.tamper("UPDATE audit SET n = NULL WHERE number = 1")
        try await fixture.sweep(at: late, for: .hours(24))
        #expect(try await fixture.callAsAdministrator(AuditVerify.self, .init()).floor == 3)
        #expect(try fixture.gauge("audit_retention_stopped") == 0)
    }
}
