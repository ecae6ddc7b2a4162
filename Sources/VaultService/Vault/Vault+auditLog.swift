import AuditService
import Logging
import Primitives
import VaultStore

extension Vault {
    /// The time between two looks for rows of the audit log that are not chained, and between two comparisons of the log
    /// with its recorded end.
    static let auditInterval = Duration.seconds(1)

    /// Chains the audit log every second until the task is cancelled.
    func runAuditChain() async { await everySecond("chain the audit log") { try await audit.chain() } }

    /// Records the end of the audit log every second until the task is cancelled.
    func runAuditEnd() async { await everySecond("record the end of the audit log", audit.recordEnd) }

    /// Runs a task until it is cancelled. The first failure and the recovery are logged, not each retry.
    private func everySecond(_ task: String, _ work: () async throws -> Void) async {
        var isFailing = false
        while !Task.isCancelled {
            try? await Task.pause(for: Self.auditInterval)
            do {
                try await work()
                if isFailing { log.notice("a background task works again", metadata: ["task": "\(task)"]) }
                isFailing = false
            } catch {
                if !isFailing, !Task.isCancelled {
                    log.error(
                        "a background task fails and will be retried",
                        metadata: ["task": "\(task)", "error": "\(error)"])
                }
                isFailing = true
            }
        }
    }

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
