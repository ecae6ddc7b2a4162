import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Admits a waiting device of a person who has lost every admitted one, or allows its holder a new account on the number.
    /// The caller enters the two digits that the person reads out.
    func userAdmit(_ call: Call<UserAdmit, OperatorIdentity>) async throws -> UserAdmit.Answer {
        let person = try await person(call.params, for: call.caller.actor)
        switch call.params.holder ?? .owner {
        case .owner: return try await admit(call, to: person)
        case .newPerson: return try await allowNewAccount(call, on: person)
        }
    }

    private func admit(
        _ call: Call<UserAdmit, OperatorIdentity>, to person: AccountRecord
    ) async throws -> UserAdmit.Answer {
        let params = call.params
        let outcome = try await store.admit(
            params.sessionId, of: person.id,
            confirmedBy: .decision(by: call.caller.actor, reason: printable(params.reason)),
            digits: params.digits, idle: settings.sessionIdleTimeout, idempotencyKey: nil, at: now)
        wakeFeedNumbering()
        switch outcome {
        case .done: return UserAdmit.Answer()
        case .unknown, .wrongDigits, .exhausted, .replayed, .callerEnded, .suspended:
            throw Fault(.admissionUnknown)
        }
    }

    private func allowNewAccount(
        _ call: Call<UserAdmit, OperatorIdentity>, on person: AccountRecord
    ) async throws -> UserAdmit.Answer {
        let params = call.params
        let outcome = try await store.requestNewAccount(
            random.id(), on: person.id, for: params.sessionId, digits: params.digits,
            idle: settings.sessionIdleTimeout, by: call.caller.actor, reason: printable(params.reason), at: now)
        wakeFeedNumbering()
        switch outcome {
        case .requested(let due): return UserAdmit.Answer(newAccountAtMs: due)
        case .refused: throw Fault(.startEmptyRefused)
        case .sessionUnknown, .callerEnded: throw Fault(.admissionUnknown)
        }
    }
}
