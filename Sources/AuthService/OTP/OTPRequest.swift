import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Sends a one-time code for a login or to confirm an act on an account. Answer, work and timing are the same whether or
    /// not the number has an account; only a device key that is admitted on the account has limits of its own.
    func otpRequest(_ call: Call<OTPRequest, ProvenDevice>) async throws -> OTPRequest.Answer {
        let key = try idempotencyKey(
            OTPRequest.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        return try await replayOrPerform(key, replay: { try storedAnswer($0) }) {
            try await sendCode(call, key)
        }
    }

    private func sendCode(_ call: Call<OTPRequest, ProvenDevice>, _ key: IdempotencyKey?) async throws
        -> OTPRequest.Answer
    {
        // The codes of a registration come from `registration.start` and `registration.restart` alone.
        guard call.params.purpose != .registration else { throw Fault(.invalidParams, field: "purpose") }
        let sender = CodeSender(auth: self), now = now
        let phone = try sender.parse(call.params.phone)

        let challenge = try await sender.prepare(
            call.params.purpose, to: phone, in: call.params.language, thumbprint: call.caller.thumbprint, call.context,
            at: now)
        let answer = OTPRequest.Answer(
            challengeId: challenge.id, expiresAtMs: challenge.expires, resendAfterMs: sender.resendAfterMs)
        let outcome = try await store.openChallenge(
            challenge, within: settings.sendLimits, idempotencyKey: key, response: storable(answer), at: now)
        return try await sender.answer(answer, after: outcome, at: now)
    }
}
