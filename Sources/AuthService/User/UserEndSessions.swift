import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Ends every session of a person: no token issued before is valid at auth when this returns. A hold goes on.
    func userEndSessions(_ call: Call<UserEndSessions, OperatorIdentity>) async throws -> UserEndSessions.Answer {
        let actor = call.caller.actor, person = try await person(call.params, for: actor)
        guard
            let ended = try await store.endSessions(
                of: person.id, by: actor, reason: printable(call.params.reason), at: now)
        else { throw Fault(.userUnknown) }
        wakeFeedNumbering()
        let suspended = ended.suspended.map { view(of: $0, isAdmitted: false, heldUntil: ended.heldUntil) }
        return UserEndSessions.Answer(ended: ended.count, suspended: suspended.isEmpty ? nil : suspended)
    }
}
