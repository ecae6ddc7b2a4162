public import Audit
import AuthStore
import Logging
import Primitives

extension Auth {
    /// Records the end of the audit log outside the database, and in the log, if the rows that follow the recorded end are
    /// what the service has written. Otherwise the recorded end stays, because it is the evidence; this is reported as a
    /// metric and, the first time, in the log.
    public func recordAuditEnd() async throws {
        guard let auditLog = store.auditLog else { return }
        let head = try await auditLog.head()
        if let head { metrics.reportAuditRows(head.number) }
        guard let auditEnd else { return }
        guard var recorded = try auditEnd.read() else {
            if let head { try record(head, in: auditEnd) }
            return
        }
        while true {
            switch try await auditLog.continuation(of: recorded) {
            case .verified(let end):
                noteEnd(recorded, contradiction: nil)
                if end == recorded { return }
                try record(end, in: auditEnd)
                recorded = end
            case .contradicted(let problem):
                return noteEnd(recorded, contradiction: problem)
            }
        }
    }

    /// Records the present end of the audit log as the one that has to be continued from now on, and writes a row about it
    /// first.
    ///
    /// - Returns: the end that was recorded before; nil if none was, or if nothing outside the database is recorded.
    @discardableResult
    public func acceptAuditEnd(_ head: AuditHead) async throws -> AuditHead? {
        guard let auditEnd else { return nil }
        let former = try auditEnd.read()
        try await store.recordAcceptedAuditEnd(at: now)
        try auditEnd.replace(head)
        return former
    }

    /// Accepts the end of the audit log of a database that was restored, unless the log continues the recorded end.
    ///
    /// - Returns: the end that was recorded and the one that is; nil if the log continues the recorded end.
    public func acceptRestoredAuditEnd() async throws -> (former: AuditHead, present: AuditHead)? {
        // The copy may be older than the audit log.
        try await store.auditLog?.open()
        try await chainAuditLog(waiting: true)
        guard let former = try auditEnd?.read(), let auditLog = store.auditLog, let present = try await auditLog.head(),
            case .contradicted = try await auditLog.continuation(of: former)
        else { return nil }
        try await working(for: .administrator, presenting: nil).acceptAuditEnd(present)
        return (former, present)
    }

    private func record(_ end: AuditHead, in auditEnd: AuditEndRecord) throws {
        try auditEnd.advance(end)
        if auditReports.isGrowthDue(at: now) { log.notice("the audit log has grown", metadata: ["head": "\(end)"]) }
    }

    private func noteEnd(_ recorded: AuditHead, contradiction: AuditVerification.Finding?) {
        metrics.reportAuditEnd(isContradicted: contradiction != nil)
        guard auditReports.note(.end, isWrong: contradiction != nil) else { return }
        if let contradiction {
            log.error(
                """
                the audit log does not continue the end that is recorded in the key folder, which stays: run audit verify, \
                and audit accept-end if the database was restored
                """, metadata: ["recorded": "\(recorded)", "found": "\(contradiction)"])
        } else {
            log.notice("the audit log continues the recorded end again", metadata: ["recorded": "\(recorded)"])
        }
    }
}
