import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Sends a new code for a started registration. The count of attempts in a row goes on.
    func registrationRestart(
        _ call: Call<RegistrationRestart, ProvenDevice>
    ) async throws -> RegistrationRestart.Answer {
        let key = try idempotencyKey(
            RegistrationRestart.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        return try await replayOrPerform(key, replay: { try storedAnswer($0) }) {
            try await restart(call, key)
        }
    }

    private func restart(
        _ call: Call<RegistrationRestart, ProvenDevice>, _ key: IdempotencyKey?
    ) async throws -> RegistrationRestart.Answer {
        let sender = CodeSender(auth: self), now = now, thumbprint = call.caller.thumbprint
        guard let phone = E164(parsing: call.params.phone) else { throw Fault(.invalidParams, field: "phone") }
        let transition = try await registrationView(of: phone, thumbprint: thumbprint).transition(on: .restart)

        let challenge = try await sender.prepare(
            .registration, to: phone, in: call.params.language, thumbprint: thumbprint, call.context, at: now)
        let answer = RegistrationRestart.Answer(
            challengeId: challenge.id, state: transition.state, expiresAtMs: challenge.expires,
            resendAfterMs: sender.resendAfterMs)
        let outcome = try await store.commitRestart(
            transition, restartingWith: challenge, within: settings.sendLimits, idempotencyKey: key,
            response: storable(answer), at: now)
        return try await sender.answer(answer, after: outcome, at: now) {
            _ = try await registrationView(of: phone, thumbprint: thumbprint).transition(on: .restart)
        }
    }
}
