import Audit
import AuditService
import Contracts
import JSONRPC
import Primitives
import StoreSupport
import Support
import Testing
import VaultService

@Suite struct `audit.state` {
    @Test func `plays its example: a log with one row, whose end is recorded`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(1)
        let recorded = try await fixture.recordAuditEnd()
        var (params, example) = AuditState.example
        let answer = try await fixture.callAsAdministrator(AuditState.self, params)
        (example.head, example.recordedHead) = (answer.head, recorded?.description)
        #expect(answer == example && answer.recordedHead == answer.head)
        params = Nothing()
    }

    @Test(.requirement("L3"))
    func `the recorded end stays if the log was cut off and has grown past it, and both ends are named`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(4)
        let known = try await fixture.recordAuditEnd()
        #expect(known?.number == 4)
        #expect(try fixture.gauge("audit_rows_chained") == 4)
        #expect(try fixture.gauge("audit_end_contradicted") == 0)
        try await fixture.cutOffAuditLog(after: 2)
        #expect(try await fixture.recordAuditEnd() == known)
        try await fixture.purgeAccounts(3)
        #expect(try await fixture.recordAuditEnd() == known)
        #expect(try fixture.gauge("audit_end_contradicted") == 1)
        let logged = fixture.log.entries.filter { $0.message.hasPrefix("the audit log does not continue the end") }
        #expect(logged.count == 1)
        try await fixture.tamper("UPDATE audit SET at = 0 WHERE number = 1")
        let answer = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(answer.recordedHead == known?.description)
        #expect(answer.contradiction == "row 4 is another one than the one that is known")
        #expect(answer.retentionProblem == "row 1 was altered")
    }
}
