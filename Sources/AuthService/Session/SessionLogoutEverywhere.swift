import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Ends all sessions of the person: no token issued before is valid at auth when this returns. The devices stay
    /// admitted, unless the person confirms that the others are to be forgotten.
    func sessionLogoutEverywhere(
        _ call: Call<SessionLogoutEverywhere, AuthenticatedPerson>
    ) async throws -> SessionLogoutEverywhere.Answer {
        let own = call.caller.session
        let key = try idempotencyKey(
            SessionLogoutEverywhere.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint, target: own.id.bytes)
        let given = try await counted(call.params.confirmation, for: .removeDevice, by: call.caller)
        let outcome = try await confirming(.removeDevice) {
            try await store.revokeAll(
                of: own.account, by: own.id, forgetsDevices: call.params.forgetDevices ?? false, confirmedBy: given,
                idempotencyKey: key, at: now)
        }
        switch outcome {
        case .done(let ended, let until):
            wakeFeedNumbering()
            return SessionLogoutEverywhere.Answer(ended: ended, suspendedUntilMs: until)
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .callerEnded(let end): throw Fault(end)
        case .replayed(.response), .unknown: throw Fault(.sessionRevoked)
        }
    }
}
