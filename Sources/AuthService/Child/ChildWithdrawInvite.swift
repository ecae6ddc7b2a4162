import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Withdraws the open invites of a child.
    func childWithdrawInvite(_ call: Call<ChildWithdrawInvite, AuthenticatedPerson>) async throws -> Nothing {
        try await changeChild(ChildWithdrawInvite.self, call) { child, own, key in
            try await store.withdrawInvites(of: child, by: own.account, in: own.id, idempotencyKey: key, at: now)
        }
    }
}
