import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Applies a device's changes in order, each once.
    func vaultPush(_ call: Call<VaultPush, Admission>) async throws -> VaultPush.Answer {
        let (results, head) = try await push(
            call.params.ops, isAtomic: call.params.atomic ?? false, cursor: call.params.cursor, by: call.caller)
        return VaultPush.Answer(results: results, epoch: head.epoch, head: DecimalInt64(head.seq))
    }
}
