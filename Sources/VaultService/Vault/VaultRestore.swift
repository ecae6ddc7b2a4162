import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Makes a former version, or an item in the trash, the present one, as one operation on the base that the caller
    /// read. The content goes from one row to another inside the vault: the caller gets none.
    func vaultRestore(_ call: Call<VaultRestore, CallAuthorization>) async throws -> VaultRestore.Answer {
        let (params, caller) = (call.params, call.caller)
        let result = try await apply(
            SecretOp(
                .restore, params.id, opID: operationID(params.requestId, of: VaultRestore.name, by: caller),
                base: .rev(epoch: params.base.epoch, rev: params.base.rev.value), version: params.rev.value),
            by: caller)
        return VaultRestore.Answer(id: result.id, rev: result.rev, epoch: result.epoch)
    }
}
