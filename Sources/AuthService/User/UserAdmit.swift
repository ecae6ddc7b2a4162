import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Admits a waiting device of a person who has lost every admitted one. The administrator enters the two digits that
    /// the person reads out.
    func userAdmit(_ call: Call<UserAdmit, Void>) async throws -> Nothing {
        let params = call.params, person = try await person(params)
        let outcome = try await store.admit(
            params.sessionId, of: person.id, confirmedBy: .administrator(reason: params.reason), digits: params.digits,
            idle: settings.sessionIdleTimeout, idempotencyKey: nil, at: now)
        wakeFeedNumbering()
        switch outcome {
        case .done: return Nothing()
        case .unknown, .wrongDigits, .exhausted, .replayed, .callerEnded, .suspended:
            throw Fault(.admissionUnknown)
        }
    }
}
