import Contracts
import JSONRPC
import Logging
import VaultStore

extension Vault {
    /// Empties an account's vault for good, also one never seen. Only auth may ask for it.
    func vaultPurge(_ call: Call<VaultPurge, String>) async throws -> VaultPurge.Answer {
        guard call.caller == settings.authName else { throw Fault(.callRefused) }
        let erased = try await store.purge(call.params.accountId, truncateLog: truncateLog)
        changes.ring(call.params.accountId)
        log.notice("an account's vault was purged", metadata: ["items": "\(erased)"])
        return VaultPurge.Answer(items: erased)
    }
}
