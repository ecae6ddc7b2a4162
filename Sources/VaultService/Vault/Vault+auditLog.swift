import AuditService
import Logging
import Primitives
import VaultStore

extension Vault {
    /// Chains the audit log every second until the task is cancelled.
    func runAuditChain() async { await repeating("chain the audit log") { try await audit.chain() } }

    /// Records the end of the audit log every second until the task is cancelled.
    func runAuditEnd() async { await repeating("record the end of the audit log", audit.recordEnd) }

    /// Chains the rows that were made last. What cannot be chained is chained by the next start.
    func chainLastRows() async {
        do {
            try await audit.chain(waiting: true)
        } catch {
            log.warning("the last rows of the audit log could not be chained", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes the rows of the audit log whose time has passed, at a time that was seen for a day. A failed pass is logged;
    /// the next one continues.
    ///
    /// - Parameter elapsed: the time of the sweepers in this pass.
    func deleteOldAuditRows(elapsed: Duration) async {
        do {
            guard let day = try await store.believedDay(at: clock.now, elapsed: elapsed) else { return }
            try await audit.deleteOldRows(at: day)
        } catch is CancellationError {
            // The service stops; the next pass continues.
        } catch {
            log.warning("old rows of the audit log could not be deleted", metadata: ["error": "\(error)"])
        }
    }
}
