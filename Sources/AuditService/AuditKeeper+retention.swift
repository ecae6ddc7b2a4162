import Audit
import Logging
public import Primitives

extension AuditKeeper {
    /// Deletes the rows that were written before the time for which they are kept. At a row that was tampered with it
    /// stops, which it reports as a metric and, when it stops for the first time, in the service's log.
    ///
    /// - Parameter day: a time that has been seen for a day, so that no wrong clock deletes rows.
    public func deleteOldRows(at day: Instant) async throws {
        let limit = 500
        var pass: AuditDeletion
        repeat {
            pass = try await auditLog.deleteRows(before: day - retention, limit: limit, at: now())
        } while !Task.isCancelled && pass.rows == limit && pass.problem == nil
        metrics.reportRetention(isStopped: pass.problem != nil)
        guard reports.note(.retention, isWrong: pass.problem != nil) else { return }
        if let problem = pass.problem {
            log.error(
                "the oldest rows of the audit log were tampered with, and none of them is deleted: run audit verify",
                metadata: ["found": "\(problem)"])
        } else {
            log.notice("the oldest rows of the audit log can be deleted again")
        }
    }
}
