import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Ends every session of a person: no token issued before is valid at auth when this returns. A hold goes on.
    func userEndSessions(_ call: Call<UserEndSessions, Void>) async throws -> UserEndSessions.Answer {
        let person = try await person(call.params)
        guard let ended = try await store.endSessions(of: person.id, reason: call.params.reason, at: now) else {
            throw Fault(.userUnknown)
        }
        wakeFeedNumbering()
        let suspended = ended.suspended.map { view(of: $0, isAdmitted: false, heldUntil: ended.heldUntil) }
        return UserEndSessions.Answer(ended: ended.count, suspended: suspended.isEmpty ? nil : suspended)
    }
}
