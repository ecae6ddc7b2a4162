import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Deletes an item if its rev is still the one that the caller read, or in any case if forced. A tombstone with the
    /// item's id and a new rev remains.
    func secretDelete(_ call: Call<SecretDelete, CallAuthorization>) async throws -> SecretDelete.Answer {
        let (params, caller) = (call.params, call.caller)
        let result = try await apply(
            SecretOp(
                .delete, params.id, opID: operationID(params.requestId, of: SecretDelete.name, by: caller),
                base: try base(rev: params.rev, isForced: params.force), force: params.force ?? false),
            by: caller)
        return SecretDelete.Answer(id: result.id, rev: result.rev, epoch: result.epoch)
    }
}
