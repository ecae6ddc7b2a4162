import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Lists the versions and states of the account's items. Nothing is decrypted, so no read of a secret is counted.
    func vaultManifest(_ call: Call<VaultManifest, CallAuthorization>) async throws -> VaultManifest.Answer {
        let page = try await store.manifest(
            call.caller.account, after: call.params.after, at: clock.now, limit: call.params.limit)
        return VaultManifest.Answer(
            entries: page.entries.map { ManifestEntry(id: $0.id, rev: DecimalInt64($0.rev), state: $0.state) },
            more: page.hasMore, epoch: page.head.epoch, head: DecimalInt64(page.head.seq),
            digest: page.digest.map { Base64URL.encode($0.bytes) })
    }
}
