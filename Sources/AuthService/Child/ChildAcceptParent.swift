import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Makes the caller another parent of the child of an invite.
    func childAcceptParent(
        _ call: Call<ChildAcceptParent, AuthenticatedPerson>
    ) async throws -> ChildAcceptParent.Answer {
        let own = call.caller.session, code = call.params.code
        let key = try idempotencyKey(
            ChildAcceptParent.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try await accepted($0, by: own.account) }) {
            let attempt = try await countedInvite(
                code, for: .parent, thumbprint: own.thumbprint, call.context)
            return try await mappingFamilyRefusals {
                switch try await store.acceptParent(
                    keys.hash.inviteHashes { $0.hash(code) }, counted: attempt, by: own.account, in: own.id,
                    idempotencyKey: key, at: now)
                {
                case .done((let child, let name)):
                    wakeFeedNumbering()
                    return ChildAcceptParent.Answer(childId: child, name: name)
                case .repeated(let stored): return try await accepted(stored, by: own.account)
                }
            }
        }
    }

    /// Answers a repeated request as the first one was, unless the caller is no parent of the child any more.
    private func accepted(
        _ stored: StoredResponse, by parent: AccountID
    ) async throws -> ChildAcceptParent.Answer {
        guard case .response(let bytes, _) = stored else { throw Fault(.requestIdReused) }
        guard let child = AccountID(bytes: bytes), let name = try await store.childName(child, of: parent) else {
            throw Fault(.inviteInvalid)
        }
        return ChildAcceptParent.Answer(childId: child, name: name)
    }
}
