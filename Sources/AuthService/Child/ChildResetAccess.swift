import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Ends the access of a child who is locked out or has forgotten the PIN, and makes a new invite.
    func childResetAccess(_ call: Call<ChildResetAccess, AuthenticatedPerson>) async throws -> InviteView {
        try await makeInvite(ChildResetAccess.self, for: .device, call) { new, own, given, key, response in
            try await store.resetChildAccess(
                of: call.params.childId, inviting: new, by: own.account, in: own.id, confirmedBy: given,
                idempotencyKey: key, response: response, at: now)
        }
    }
}
