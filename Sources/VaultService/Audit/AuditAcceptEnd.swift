import AuditService
import Contracts
import JSONRPC

extension Vault {
    /// Accepts an end of the audit log that the administrator has looked at, in place of the one that this instance has
    /// recorded.
    func auditAcceptEnd(_ call: Call<AuditAcceptEnd, Void>) async throws -> AuditAcceptEnd.Answer {
        try await audit.acceptEnd(call.params)
    }
}
