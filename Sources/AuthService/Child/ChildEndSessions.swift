import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Ends the session of a child.
    func childEndSessions(_ call: Call<ChildEndSessions, AuthenticatedPerson>) async throws -> Nothing {
        try await changeChild(ChildEndSessions.self, call) { child, own, key in
            try await store.endSessions(ofChild: child, by: own.account, in: own.id, idempotencyKey: key, at: now)
        }
    }
}
