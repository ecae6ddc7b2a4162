import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// Adds an item. An id that the caller leaves out is derived from `requestId`, so that a repeated request adds one
    /// item; without a `requestId` it is random.
    func secretAdd(_ call: Call<SecretAdd, CallAuthorization>) async throws -> SecretAdd.Answer {
        let (params, caller) = (call.params, call.caller)
        try check(params.body, of: params.kind)
        let id = params.id ?? params.requestId.map { secretID(for: $0, by: caller) } ?? random.id()
        let result = try await apply(
            SecretOp(
                .create, id, opID: operationID(params.requestId, of: SecretAdd.name, by: caller),
                content: .init(kind: params.kind, schema: 1, body: JSON.object(params.body).canonical())),
            by: caller)
        return SecretAdd.Answer(id: result.id, rev: result.rev, epoch: result.epoch)
    }

    private func secretID(for request: RequestID, by caller: CallAuthorization) -> SecretID {
        store.secretID(
            for: request, method: scope(of: SecretAdd.name, for: caller), of: caller.account, by: caller.device)
    }
}
