import AuditService
import Contracts
import JSONRPC

extension Vault {
    /// Lists rows of the audit log for the administrator.
    func vaultAuditList(_ call: Call<VaultAuditList, Void>) async throws -> AuditList.Answer {
        try await audit.list(call.params)
    }
}
