public import Audit
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

    /// The end of the audit log; nil before it was opened.
    public func auditedHead() async throws -> AuditHead? { try await store.auditLog?.head() }

    /// Records the end of the chain outside the database if it has moved: in the file, as a metric, and in the log.
    public func recordAuditHead() async throws {
        guard let head = try await store.auditLog?.head() else { return }
        metrics.reportAuditRows(head.number)
        guard auditHead.isNew(head) else { return }
        try recordHead(head)
        auditHead.note(head)
        if auditHead.isLogDue(at: now) { log.notice("the audit log has grown", metadata: ["head": "\(head)"]) }
    }

    /// Deletes the rows of the audit log that were written before the time for which they are kept.
    func deleteOldAuditRows(at day: Instant) async throws {
        guard let log = store.auditLog else { return }
        let limit = 500
        while !Task.isCancelled,
            try await log.deleteRows(before: day - settings.auditRetention, limit: limit, at: now) == limit
        {}
    }
}
