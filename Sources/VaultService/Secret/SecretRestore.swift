import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Restores an item from the trash, or a deleted one with a new body.
    func secretRestore(_ call: Call<SecretRestore, CallAuthorization>) async throws -> SecretRestore.Answer {
        let (params, caller) = (call.params, call.caller)
        if let body = params.body, let secret = try await store.secret(params.id, of: caller.account) {
            try check(body, of: secret.kind)
        }
        let result = try await apply(
            SecretOp(
                .restore, params.id, opID: operationID(params.requestId, of: SecretRestore.name, by: caller),
                base: .rev(epoch: nil, rev: params.rev.value),
                content: params.body.map { .init(body: JSON.object($0).canonical()) }),
            by: caller)
        return SecretRestore.Answer(id: result.id, rev: result.rev, epoch: result.epoch)
    }
}
