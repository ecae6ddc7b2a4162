import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Replaces an item's content if its rev is still the one that the caller read, or in any case if forced.
    func secretEdit(_ call: Call<SecretEdit, CallAuthorization>) async throws -> SecretEdit.Answer {
        let (params, caller) = (call.params, call.caller)
        let base = try base(rev: params.rev, isForced: params.force)
        guard let secret = try await store.secret(params.id, of: caller.account) else {
            throw Fault(.itemUnknown)
        }
        try check(params.body, of: secret.kind)
        let result = try await apply(
            SecretOp(
                .update, params.id, opID: operationID(params.requestId, of: SecretEdit.name, by: caller), base: base,
                content: .init(body: JSON.object(params.body).canonical())),
            by: caller)
        return SecretEdit.Answer(id: result.id, rev: result.rev, epoch: result.epoch)
    }

    /// The base of a call: the rev that the call names, or any version if it is forced. A call must name a rev or be
    /// forced.
    func base(rev: DecimalInt64?, isForced: Bool?) throws(Fault) -> SecretOp.Base {
        if isForced == true { return .anything }
        guard let rev else { throw Fault(.invalidParams, field: "rev") }
        return .rev(epoch: nil, rev: rev.value)
    }
}
