import AuditService
import Contracts
import JSONRPC

extension Auth {
    /// Verifies the whole audit log.
    func auditVerify(_ call: Call<AuditVerify, Void>) async throws -> AuditVerify.Answer {
        try await audit.verify(call.params)
    }
}
