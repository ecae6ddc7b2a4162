import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Deletes an item, if it is still the one that was read; its id and rev stay as a tombstone (seed 001, situation 6).
    func secretDelete(_ call: Call<SecretDelete, Admission>) async throws -> SecretDelete.Answer {
        let (params, caller) = (call.params, call.caller)
        let made = try await carryOut(
            SecretOp(
                .delete, params.id, opID: operation(params.requestId, of: SecretDelete.name, by: caller),
                base: try base(rev: params.rev, isForced: params.force), force: params.force ?? false),
            by: caller)
        return SecretDelete.Answer(id: made.id, rev: made.rev, epoch: made.epoch)
    }
}
