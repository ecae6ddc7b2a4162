import Audit
import Contracts
import JSONRPC
import Logging
import Primitives
import VaultStore

extension Vault {
    /// Erases an account's vault for good, also one that never stored anything. Only auth may call it.
    func vaultPurge(_ call: Call<VaultPurge, String>) async throws -> VaultPurge.Answer {
        guard call.caller == settings.authName else { throw Fault(.callRefused) }
        let erased = try await store.purge(
            call.params.accountId, by: .peer, at: clock.now, truncateWriteAheadLog: truncateWriteAheadLog)
        changes.notify(call.params.accountId)
        log.notice("an account's vault was purged", metadata: ["items": "\(erased)"])
        return VaultPurge.Answer(items: erased)
    }
}
