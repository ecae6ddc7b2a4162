public import Audit
import Logging
import Primitives

extension AuditKeeper {
    /// Records the end of the log outside the database, and in the service's log, if the rows that follow the recorded end
    /// are what the service has written. Otherwise the recorded end stays, because it is the evidence; this is reported as
    /// a metric and, the first time, in the service's log.
    public func recordEnd() async throws {
        let head = try await auditLog.head()
        if let head { metrics.reportRows(head.number) }
        guard let endRecord else { return }
        guard var recorded = try endRecord.read() else {
            if let head { try record(head, in: endRecord) }
            return
        }
        while true {
            switch try await auditLog.continuation(of: recorded) {
            case .verified(let end):
                noteEnd(recorded, contradiction: nil)
                if end == recorded { return }
                try record(end, in: endRecord)
                recorded = end
            case .contradicted(let problem):
                return noteEnd(recorded, contradiction: problem)
            }
        }
    }

    /// Records the present end of the log as the one that has to be continued from now on, and writes a row about it
    /// first.
    ///
    /// - Returns: the end that was recorded before; nil if none was, or if nothing outside the database is recorded.
    @discardableResult
    func accept(_ head: AuditHead) async throws -> AuditHead? {
        guard let endRecord else { return nil }
        let former = try endRecord.read()
        try await auditLog.recordAcceptedEnd(at: now())
        try endRecord.replace(head)
        return former
    }

    /// Accepts the end of the log of a database that was restored, unless the log continues the recorded end.
    ///
    /// - Returns: the end that was recorded and the one that is; nil if the log continues the recorded end.
    public func acceptRestoredEnd() async throws -> (former: AuditHead, present: AuditHead)? {
        // The copy may be older than the audit log.
        try await auditLog.open()
        try await chain(waiting: true)
        guard let former = try endRecord?.read(), let present = try await auditLog.head(),
            case .contradicted = try await auditLog.continuation(of: former)
        else { return nil }
        try await accept(present)
        return (former, present)
    }

    private func record(_ end: AuditHead, in endRecord: AuditEndRecord) throws {
        try endRecord.advance(end)
        if reports.isGrowthDue(at: now()) { log.notice("the audit log has grown", metadata: ["head": "\(end)"]) }
    }

    private func noteEnd(_ recorded: AuditHead, contradiction: AuditVerification.Finding?) {
        metrics.reportEnd(isContradicted: contradiction != nil)
        guard reports.note(.end, isWrong: contradiction != nil) else { return }
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
