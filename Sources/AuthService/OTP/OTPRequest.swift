import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Sends a code, with the same answer, work and timing whether or not the number has an account.
    func otpRequest(_ call: Call<OTPRequest, ProvenDevice>) async throws -> OTPRequest.Answer {
        let once = try once(OTPRequest.self, call.params.requestId, call.params, by: call.caller.thumbprint)
        return try await answered(once, before: { try recalled($0) }) { try await send(call, once) }
    }

    private func send(_ call: Call<OTPRequest, ProvenDevice>, _ once: Once?) async throws -> OTPRequest.Answer {
        let sender = CodeSender(auth: self), now = now, key = call.caller.thumbprint
        let phone = try sender.read(call.params.phone)
        let purpose = try purpose(call.params.purpose)

        let code = try await sender.prepare(purpose, to: phone, for: key, call.context, at: now)
        let answer = OTPRequest.Answer(
            challengeId: code.id, expiresAtMs: code.expires, resendAfterMs: sender.resendAfterMs)
        let outcome = try await store.openChallenge(
            code, within: settings.sendLimits, once: once, answer: kept(answer), at: now)
        return try sender.settle(outcome, at: now).map { try recalled(OTPRequest.Answer.self, from: $0) } ?? answer
    }

    /// What the code is for; a registration's codes come from `registration.start` and `restart` alone.
    private func purpose(_ asked: CodePurpose) throws -> CodePurpose {
        switch asked {
        case .login: .login
        case .deleteAccount: .deleteAccount
        case .registration: throw Fault(.invalidParams, field: "purpose")
        }
    }
}
