import Audit
import Logging
import Primitives
import VaultStore

extension Vault {
    /// The time between two looks for rows of the audit log that are not chained.
    static let chainInterval = Duration.seconds(1)

    /// Chains the audit log every second until the task is cancelled. The first failure and the recovery are logged,
    /// not each retry.
    func runAuditChain() async {
        var isFailing = false
        while !Task.isCancelled {
            try? await Task.pause(for: Self.chainInterval)
            do {
                try await chainAuditLog()
                if isFailing { log.notice("the audit log can be chained again") }
                isFailing = false
            } catch {
                if !isFailing, !Task.isCancelled {
                    log.error("the audit log cannot be chained", metadata: ["error": "\(error)"])
                }
                isFailing = true
            }
        }
    }

    /// Chains the rows that were made last. What cannot be chained is chained by the next start.
    func chainLastRows() async {
        do {
            try await chainAuditLog(waiting: true)
        } catch {
            log.warning("the last rows of the audit log could not be chained", metadata: ["error": "\(error)"])
        }
    }

    /// Gives every committed row of the audit log its number and its chain hash.
    ///
    /// - Parameter waiting: true waits for an instance that is chaining now; false leaves the work to that instance.
    public func chainAuditLog(waiting: Bool = false) async throws {
        while try await store.auditLog.chainRows(waiting: waiting) > 0 {}
    }
}
