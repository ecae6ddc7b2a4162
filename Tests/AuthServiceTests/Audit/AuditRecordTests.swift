import Audit
import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import Support
import Testing

@testable import AuthService

/// The file in which an instance records the end of the audit log is itself damaged or removed.
@Suite struct `The record of the end of the audit log` {
    /// Checks that metric, state and verification say what is wrong, and that accepting the end puts it right.
    private func expectAlarm(_ fixture: AuthServiceFixture, _ problem: String) async throws {
        let record = fixture.auditEnd.head
        try await fixture.auth.audit.recordEnd()
        #expect(fixture.auditEnd.head == record && fixture.log.entries.last?.metadata["found"] == problem)
        #expect(try fixture.gauge("audit_end_contradicted") == 1)
        let state = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(state.contradiction == problem)
        let remedy = "run audit verify, and audit accept-end once nothing is missing"
        #expect(state.remedy == remedy && fixture.log.entries.last?.message.hasSuffix("is lost: \(remedy)") == true)
        #expect(try await fixture.callAsAdministrator(AuditVerify.self, .init()).findings.contains(problem))
        _ = try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: state.head))
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        #expect(fixture.auditEnd.head?.number == Int64(state.rows + 1))
        #expect(try fixture.gauge("audit_end_contradicted") == 0)
        #expect(try await fixture.callAsAdministrator(AuditState.self, Nothing()).contradiction == nil)
    }

    private func recorded() async throws -> AuthServiceFixture {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        for _ in 0..<2 { try await fixture.auth.audit.recordEnd() }
        return fixture
    }

    @Test(.requirement("L3"))
    func `contradicts the log while it is damaged, until the end is accepted`() async throws {
        let fixture = try await recorded()
        fixture.auditEnd.damage()
        try await fixture.cutOffAuditLog(after: 2)
        try await expectAlarm(fixture, "the file with the recorded end of the log is damaged or cannot be read")
    }

    @Test(.requirement("L3"))
    func `contradicts the log if it was removed since the process has read it, until the end is accepted`() async throws
    {
        let fixture = try await recorded()
        fixture.auditEnd.replace(with: nil)
        try await fixture.cutOffAuditLog(after: 2)
        try await expectAlarm(fixture, "the file with the recorded end of the log was removed")
    }

    @Test(.requirement("L3"))
    func `is contradicted by a trigger that silences the log`() async throws {
        let fixture = try await recorded()
        try await fixture.tamper(
            StoreEngine.chosen == .sqlite
                ? "CREATE TRIGGER quiet BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END"
                : "CREATE RULE quiet AS ON INSERT TO audit DO INSTEAD NOTHING")
        try await fixture.auth.audit.recordEnd()
        #expect(try fixture.gauge("audit_end_contradicted") == 1)
        let state = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(state.contradiction?.hasSuffix("quiet") == true)
        let remedy =
            "remove it with DROP TRIGGER, DROP RULE or ALTER TABLE … DISABLE ROW LEVEL SECURITY, then run audit verify"
        #expect(state.remedy == remedy && fixture.log.entries.last?.message.hasSuffix(": \(remedy)") == true)
        #expect(fixture.log.entries.last?.message.contains("accept-end") == false)
    }

    @Test func `that is missing at the start of a process begins with the present end`() async throws {
        let fixture = try await recorded(), end = fixture.auditEnd.head
        fixture.auditEnd.replace(with: nil)
        let restarted = AuditKeeper(
            of: fixture.auth.audit.auditLog, recordedHead: fixture.auditEnd.recordedHead, retention: .days(400),
            log: fixture.log.logger, now: { fixture.clock.now })
        try await restarted.recordEnd()
        #expect(fixture.auditEnd.head == end)
        #expect(try await restarted.state().contradiction == nil)
    }

    @Test(.requirement("L3"))
    func `keeps all rows while the log contradicts it, so that the contradiction stays`() async throws {
        let fixture = try await recorded(), late = fixture.clock.now + .days(500)
        try await fixture.cutOffAuditLog(after: 2)
        try await fixture.client().register(fixture, "+33612345678")
        try await fixture.auth.audit.chain()
        let rows = try await fixture.callAsAdministrator(AuditState.self, Nothing()).rows
        try await fixture.auth.audit.deleteOldRows(at: late)
        let state = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(state.rows == rows && state.floor == 0 && state.contradiction?.contains("row 5 is another one") == true)
        _ = try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: state.head))
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.deleteOldRows(at: late)
        #expect(try await fixture.callAsAdministrator(AuditState.self, Nothing()).floor == rows + 1)
    }
}
