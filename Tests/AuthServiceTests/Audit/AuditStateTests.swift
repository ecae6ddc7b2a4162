import Audit
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

@Suite struct `audit.state` {
    @Test func `plays its example: a log with one row, whose end is recorded`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.callAsAdministrator(GroupCreate.self, GroupCreate.example.params)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        var (params, example) = AuditState.example
        let answer = try await fixture.callAsAdministrator(AuditState.self, params)
        (example.head, example.recordedHead) = (answer.head, fixture.auditEnd.head?.description)
        #expect(answer == example)
        params = Nothing()
        #expect(answer.recordedHead == answer.head)
    }

    @Test func `counts the rows that are not chained yet, and names no recorded end before there is one`() async throws
    {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        let answer = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect((answer.rows, answer.unchained, answer.recordedHead) == (5, 5, nil))
        #expect(answer.contradiction == nil && answer.retentionProblem == nil)
    }

    @Test(.requirement("L3"))
    func `names what contradicts the log at both ends`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        try await fixture.tamper("UPDATE audit SET at = 0 WHERE number = 1")
        try await fixture.cutOffAuditLog(after: 3)
        let answer = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(answer.contradiction?.contains("row 5 is known to exist") == true)
        #expect(answer.retentionProblem == "row 1 was altered")
        try await fixture.tamper("DELETE FROM audit_chain")
        let missing = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(
            missing.contradiction == "the record of the chain is missing"
                && missing.retentionProblem == missing.contradiction)
        try await fixture.auth.audit.recordEnd()
        #expect(try fixture.gauge("audit_end_contradicted") == 1)
    }
}
