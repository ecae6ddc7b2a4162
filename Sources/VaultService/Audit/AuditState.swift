import AuditService
import Contracts
import JSONRPC

extension Vault {
    /// Reports how far the audit log reaches, and what contradicts it at its two ends.
    func auditState(_ call: Call<AuditState, Void>) async throws -> AuditState.Answer {
        try await audit.state()
    }
}
