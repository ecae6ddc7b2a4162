import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// Returns an item's present version and its former ones. Each that is sent with its content counts as a read.
    func vaultHistory(_ call: Call<VaultHistory, CallAuthorization>) async throws -> VaultHistory.Answer {
        guard let history = try await store.history(of: call.params.id, of: call.caller.account) else {
            throw Fault(.itemUnknown)
        }
        let present = history.present.secret
        guard present.state != .deleted else {
            throw Fault(.itemGone, detail: ["tombstone": try VaultItem(present).json])
        }
        let versions = [history.present] + history.former
        countReads(of: versions.map(\.secret), by: call.caller)
        return VaultHistory.Answer(
            id: present.id, state: present.state, versions: versions.map(wireVersion), epoch: history.head.epoch,
            head: DecimalInt64(history.head.seq))
    }

    private func wireVersion(_ version: SecretHistory.Version) -> ItemVersion {
        let secret = version.secret, body = secret.unparsedJSON
        if body == nil { reportUnreadable(secret) }
        return ItemVersion(
            rev: DecimalInt64(secret.rev), epoch: version.epoch, kind: secret.kind, schema: Int(secret.schema),
            body: body,
            updatedAtMs: secret.updatedAt, updatedBy: secret.updatedBy,
            fault: body == nil ? FaultKind.itemUnreadable.name : nil)
    }
}
