import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Replaces an item's content, if it is still the one that was read, or whatever it is now if forced.
    func secretEdit(_ call: Call<SecretEdit, Admission>) async throws -> SecretEdit.Answer {
        let (params, caller) = (call.params, call.caller)
        let base = try base(rev: params.rev, isForced: params.force)
        guard let secret = try await store.secret(params.id, of: caller.account) else {
            throw Fault(.itemUnknown)
        }
        try check(params.body, of: secret.kind)
        let made = try await carryOut(
            SecretOp(
                .update, params.id, opID: operation(params.requestId, of: SecretEdit.name, by: caller), base: base,
                content: .init(body: JSON.object(params.body).canonical())),
            by: caller)
        return SecretEdit.Answer(id: made.id, rev: made.rev, epoch: made.epoch)
    }

    /// What a simple call is based on: the rev it names, or anything if it is forced. One of the two must be given.
    func base(rev: DecimalInt64?, isForced: Bool?) throws(Fault) -> SecretOp.Base {
        if isForced == true { return .anything }
        guard let rev else { throw Fault(.invalidParams, field: "rev") }
        return .rev(epoch: nil, rev: rev.value)
    }
}
