import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Sends a new code for a started registration. Attempts in a row go on counting: a new code gives none back.
    func registrationRestart(
        _ call: Call<RegistrationRestart, ProvenDevice>
    ) async throws -> RegistrationRestart.Answer {
        let once = try once(RegistrationRestart.self, call.params.requestId, call.params, by: call.caller.thumbprint)
        return try await answered(once, before: { try recalled($0) }) { try await restart(call, once) }
    }

    private func restart(
        _ call: Call<RegistrationRestart, ProvenDevice>, _ once: Once?
    ) async throws -> RegistrationRestart.Answer {
        let sender = CodeSender(auth: self), now = now, key = call.caller.thumbprint
        guard let phone = E164(parsing: call.params.phone) else { throw Fault(.invalidParams, field: "phone") }
        let move = try await view(of: phone, by: key).move(on: .restart)

        let code = try await sender.prepare(.registration, to: phone, for: key, call.context, at: now)
        let answer = RegistrationRestart.Answer(
            challengeId: code.id, state: move.state, expiresAtMs: code.expires, resendAfterMs: sender.resendAfterMs)
        let outcome = try await store.restartRegistration(
            code, within: settings.sendLimits, once: once, answer: kept(answer), at: now)
        do {
            return try sender.settle(outcome, at: now).map { try recalled(RegistrationRestart.Answer.self, from: $0) }
                ?? answer
        } catch is CodeSender.OutOfStep {
            _ = try await view(of: phone, by: key).move(on: .restart)
            throw Fault(.unavailable, retryAfterMs: 100)
        }
    }
}
