import Domain
public import Primitives
import SQL

extension AuditLog {
    /// Writes the row that says that the administrator has accepted an end of the log.
    public func recordAcceptedEnd(at now: Instant) async throws {
        try await database.write { [authenticator] transaction in
            try AuditedTransaction.run(in: transaction, by: .administrator, authenticator) {
                try $0.audit(AuditEntry(.decision, AuditDetail.auditEndAccepted, account: nil, at: now))
            }
        }
    }
}
