import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Makes an invite for a child's device.
    func childInvite(_ call: Call<ChildInvite, AuthenticatedPerson>) async throws -> InviteView {
        try await makeInvite(ChildInvite.self, for: .device, call) { new, own, given, key, response in
            try await store.invite(
                new, to: call.params.childId, by: own.account, in: own.id, confirmedBy: given, idempotencyKey: key,
                response: response, at: now)
        }
    }
}
