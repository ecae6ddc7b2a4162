import Audit
import AuthStore
import Logging
import Primitives

extension Auth {
    /// Gives every committed row of the audit log its number and its chain hash.
    ///
    /// - Parameter waiting: true waits for an instance that is chaining now; false leaves the work to that instance.
    public func chainAuditLog(waiting: Bool = false) async throws {
        guard let log = store.auditLog else { return }
        while try await log.chainRows(waiting: waiting) > 0 {}
    }

    /// Deletes the rows of the audit log that were written before the time for which they are kept. At a row that was
    /// tampered with it stops, which it reports as a metric and, when it stops for the first time, in the log.
    func deleteOldAuditRows(at day: Instant) async throws {
        guard let auditLog = store.auditLog else { return }
        let limit = 500
        var pass: AuditDeletion
        repeat {
            pass = try await auditLog.deleteRows(before: day - settings.auditRetention, limit: limit, at: now)
        } while !Task.isCancelled && pass.rows == limit && pass.problem == nil
        metrics.reportAuditRetention(isStopped: pass.problem != nil)
        guard auditReports.note(.retention, isWrong: pass.problem != nil) else { return }
        if let problem = pass.problem {
            log.error(
                "the oldest rows of the audit log were tampered with, and none of them is deleted: run audit verify",
                metadata: ["found": "\(problem)"])
        } else {
            log.notice("the oldest rows of the audit log can be deleted again")
        }
    }
}
