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

@Suite struct `The recorded end of the audit log` {
    private static let contradicted =
        "the audit log does not continue the end that is recorded in the key folder, which "
        + "stays: run audit verify, and audit accept-end if the database was restored"

    private func record(_ fixture: AuthServiceFixture) async throws -> AuditHead? {
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        return fixture.auditEnd.head
    }

    @Test(.requirement("L3"))
    func `follows the log, which is logged at most once a minute`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        let first = try #require(try await record(fixture))
        let head = try await fixture.callAsAdministrator(AuditVerify.self, .init()).head
        #expect(first.description == head)
        try await fixture.client().register(fixture, "+33612345678")
        let second = try #require(try await record(fixture))
        #expect(second.number > first.number)
        #expect(try await record(fixture) == second)
        let lines = fixture.log.entries.filter { $0.message == "the audit log has grown" }
        #expect(lines.map { $0.metadata["head"] } == [first.description, second.description])
        let reports = AuditReports(), now = fixture.clock.now
        #expect(reports.isGrowthDue(at: now) && !reports.isGrowthDue(at: now + .seconds(59)))
        #expect(reports.isGrowthDue(at: now + .seconds(60)))
    }

    @Test(.requirement("L3"))
    func `stays if the log was cut off, also when the log has grown past it, and is named`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        let known = try await record(fixture)
        try await fixture.cutOffAuditLog(after: 2)
        #expect(try await record(fixture) == known)
        #expect(try fixture.gauge("audit_end_contradicted") == 1)
        try await fixture.client().register(fixture, "+33612345678")
        #expect(try await record(fixture) == known)
        let state = try await fixture.callAsAdministrator(AuditState.self, Nothing())
        #expect(state.recordedHead == known?.description)
        #expect(state.contradiction == "row 5 is another one than the one that is known")
        #expect(fixture.log.entries.filter { $0.message == Self.contradicted }.count == 1)
    }

    @Test(.requirement("L3"))
    func `that was damaged when the service started is not recorded anew after the file is removed`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        fixture.auditEnd.damage()
        #expect(try await record(fixture) == nil)
        try await fixture.cutOffAuditLog(after: 2)
        fixture.auditEnd.replace(with: nil)
        #expect(try await record(fixture) == nil)
        #expect(try fixture.gauge("audit_end_contradicted") == 1)
    }

    @Test(.requirement("L3"))
    func `is reported with the rows that wait for their numbers for more than 60 seconds, once`() async throws {
        let fixture = try await AuthServiceFixture()
        let waits =
            "rows of the audit log wait for their numbers: is another transaction holding the row of audit_chain?"
        try await fixture.client().register(fixture)
        let written = try #require(try await fixture.auth.audit.auditLog.oldestUnchained())
        for (seconds, isReported) in [(60, false), (61, true), (70, true)] {
            fixture.clock.set(written + .seconds(seconds))
            try await fixture.auth.audit.recordEnd()
            #expect(try fixture.gauge("audit_unchained_seconds") == Double(seconds))
            #expect(fixture.log.entries.filter { $0.message == waits }.count == (isReported ? 1 : 0))
        }
        _ = try await record(fixture)
        #expect(try fixture.gauge("audit_unchained_seconds") == 0)
    }

    @Test func `that another instance has recorded later is no contradiction for one that is late`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        let early = try await record(fixture)
        try await fixture.client().register(fixture, "+33612345678")
        let late = try #require(try await record(fixture))
        // This instance has its own file, and finds the end of some time ago in it.
        fixture.auditEnd.replace(with: early)
        #expect(try await record(fixture) == late)
        // This one shares its file with another, which has recorded the end first.
        fixture.auditEnd.replace(with: late)
        #expect(try await record(fixture) == late)
        #expect(try fixture.gauge("audit_end_contradicted") == 0)
        #expect(!fixture.log.entries.contains { $0.message == Self.contradicted })
    }

    @Test func `is accepted by a restore only if the copy does not continue it`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        let known = try #require(try await record(fixture))
        #expect(try await fixture.auth.audit.acceptRestoredEnd() == nil)
        try await fixture.cutOffAuditLog(after: 2)
        let ends = try #require(try await fixture.auth.audit.acceptRestoredEnd())
        #expect(ends.former == known && ends.present.number == 2 && fixture.auditEnd.head == ends.present)
        #expect(try await record(fixture)?.number == 3)
        #expect(try fixture.gauge("audit_end_contradicted") == 0)
        let row = try await fixture.callAsAdministrator(AuditList.self, .init(limit: 1)).rows.first
        #expect(row?.detail == "auditEndAccepted" && row?.actor == Open(.administrator))
    }
}

extension AuthServiceFixture {
    /// Changes the database as an intruder does who knows no key.
    func tamper(_ statements: String...) async throws {
        _ = try await database.write { transaction in try transaction.batch(statements.map { Statement($0) }) }
    }

    /// Removes the end of the audit log, and makes the record of the chain fit.
    func cutOffAuditLog(after number: Int) async throws {
        try await tamper(
            "DELETE FROM audit WHERE number > \(number)",
            "UPDATE audit_chain SET head = \(number), "
                + "head_hash = (SELECT chain_hash FROM audit WHERE number = \(number))")
    }
}
