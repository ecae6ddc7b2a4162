import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Withdraws the access of a child.
    func childRevoke(_ call: Call<ChildRevoke, AuthenticatedPerson>) async throws -> Nothing {
        try await changeChild(ChildRevoke.self, call) { child, own, key in
            try await store.revokeChild(child, by: own.account, in: own.id, idempotencyKey: key, at: now)
        }
    }
}
