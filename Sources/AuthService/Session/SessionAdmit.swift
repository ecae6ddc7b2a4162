import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Admits the session of a new device from a device of the same person. The two digits the new device shows prove
    /// that the person compared the screens. A person with a PIN proves it as well.
    ///
    /// A code by message has no purpose of its own for an admission; the calls below name that of a removal.
    func sessionAdmit(_ call: Call<SessionAdmit, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SessionAdmit.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(
            key,
            replay: { stored in
                guard case .response = stored else { throw Fault(.requestIdReused) }
                return Nothing()
            },
            perform: {
                let given = try await counted(call.params.confirmation, for: .removeDevice, by: call.caller)
                return try await confirming(.removeDevice) { try await admit(call, confirmedBy: given, key) }
            })
    }

    private func admit(
        _ call: Call<SessionAdmit, AuthenticatedPerson>, confirmedBy given: CountedConfirmation, _ key: IdempotencyKey?
    ) async throws -> Nothing {
        let own = call.caller.session
        let change = try await store.admit(
            call.params.sessionId, of: own.account, by: own.id, confirmedBy: given, digits: call.params.digits,
            idle: settings.sessionIdleTimeout, idempotencyKey: key, at: now)
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
