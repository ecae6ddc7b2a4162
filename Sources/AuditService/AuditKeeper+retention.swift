import Audit
import Logging
public import Primitives

extension AuditKeeper {
    /// Deletes the rows that are older than the time for which they are kept. It stops at a row that was tampered with, and
    /// reports this as a metric and, the first time, in the service's log.
    ///
    /// While the log contradicts the end that this instance has recorded, nothing is deleted: once the rows around that end
    /// were gone, nothing would show the contradiction.
    /// - Parameter day: the present time as it may be believed: one that the hosts' clocks have shown at least 24 hours ago, so
    ///   that a wrong clock deletes no rows.
    public func deleteOldRows(at day: Instant) async throws {
        if case .contradicted = try await compareEnd().continuation { return }
        let limit = 500
        while case .pass(let rows, let problem) = try await auditLog.deleteRows(
            before: day - retention, limit: limit, at: now())
        {
            noteRetention(problem)
            if Task.isCancelled || rows < limit || problem != nil { return }
        }
    }

    private func noteRetention(_ problem: AuditVerification.Finding?) {
        metrics.reportRetention(isStopped: problem != nil)
        guard reports.note(.retention, isWrong: problem != nil) else { return }
        if let problem {
            log.error(
                "the oldest rows of the audit log were tampered with, and none of them is deleted: run audit verify",
                metadata: ["found": "\(problem)"])
        } else {
            log.notice("the oldest rows of the audit log can be deleted again")
        }
    }
}
