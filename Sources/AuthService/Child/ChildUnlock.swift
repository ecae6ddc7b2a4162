import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Unlocks the access of a child after too many wrong PINs.
    func childUnlock(_ call: Call<ChildUnlock, AuthenticatedPerson>) async throws -> Nothing {
        try await changeChild(ChildUnlock.self, call) { child, own, key in
            try await store.unlockChild(child, by: own.account, in: own.id, idempotencyKey: key, at: now)
        }
    }
}
