import Audit
import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Writes the row of the audit log that says that an end of the log was accepted.
    public func recordAcceptedAuditEnd(at now: Instant) async throws {
        try await change { try $0.audit(AuditEntry(.decision, AuditDetail.auditEndAccepted, account: nil, at: now)) }
    }
}
