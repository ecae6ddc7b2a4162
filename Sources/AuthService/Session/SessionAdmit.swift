import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Admits the session of a new device from a device of the same person. The two digits the new device shows prove
    /// that the person compared the screens.
    func sessionAdmit(_ call: Call<SessionAdmit, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SessionAdmit.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        let change = try await confirming(.removeDevice) {
            try await store.admit(
                call.params.sessionId, of: own.account, by: own.id, digits: call.params.digits,
                idle: settings.sessionIdleTimeout, idempotencyKey: key, at: now)
        }
        switch change {
        case .done: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .callerEnded(let end): throw Fault(end)
        case .unknown, .suspended, .wrongDigits: throw Fault(.admissionUnknown)
        case .exhausted: throw Fault(.tooManyAttempts)
        }
        return Nothing()
    }
}
