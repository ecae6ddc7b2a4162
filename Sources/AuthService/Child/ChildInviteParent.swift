import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Makes an invite for another parent of a child.
    func childInviteParent(_ call: Call<ChildInviteParent, AuthenticatedPerson>) async throws -> InviteView {
        try await makeInvite(ChildInviteParent.self, for: .parent, call) { new, own, given, key, response in
            try await store.invite(
                new, to: call.params.childId, by: own.account, in: own.id, confirmedBy: given, idempotencyKey: key,
                response: response, at: now)
        }
    }
}
