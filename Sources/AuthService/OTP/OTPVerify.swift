import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Logs in by a one-time code. The session is `full` if the device is admitted or the account never had an admitted
    /// device, and if a right recovery code is shown too; otherwise it is `unproven` until it is admitted from another
    /// device. The first device of an operator is admitted by the enrolment secret alone.
    ///
    /// A wrong recovery code is a fault and opens no session: an unproven one could be ended by a thief of an admitted
    /// device before the person has typed the code again. The one-time code stays usable for its remaining attempts. Only
    /// somebody who has entered a right one-time code learns that the other was wrong.
    func otpVerify(_ call: Call<OTPVerify, ProvenDevice>) async throws -> OTPVerify.Answer {
        let request = call.params.requestId ?? random.id()
        let key = try signInKey(
            OTPVerify.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        let signedIn = try await replayOrPerform(
            key, replay: { try await replaySignIn($0, request: request, at: now) }
        ) {
            try await logIn(call, key, request)
        }
        return OTPVerify.Answer(session: signedIn.session, next: signedIn.next)
    }

    private func logIn(
        _ call: Call<OTPVerify, ProvenDevice>, _ key: IdempotencyKey?, _ request: RequestID
    ) async throws -> SignedIn {
        let params = call.params
        let attempt = try await checkCode(
            params.code, of: params.challengeId, for: .login, thumbprint: call.caller.thumbprint)
        let enrolment = try await countedEnrolment(params.enrolmentSecret, phone: attempt.challenge.phoneIndex)
        let signIn = signIn(
            .code(attempt), registration: nil, phoneIndex: attempt.challenge.phoneIndex, device: call.caller,
            deviceName: params.deviceName?.rawValue, request: request, enrolment: enrolment,
            recovery: try await countedRecovery(params.recoveryCode, at: attempt))
        let outcome = try await confirming(.login) {
            try await store.logIn(signIn, idempotencyKey: key, at: now)
        }
        switch outcome {
        case .signedIn(let account, let session): return try await signedIn(account, session, request: request)
        case .replayed(let stored): return try await replaySignIn(stored, request: request, at: now)
        case .codeUnusable, .stateChanged, .codeRequired: throw Fault(.codeExpired)
        case .notRegistered: throw Fault(.notRegistered)
        case .blocked: throw Fault(.blocked)
        case .groupNotServed: throw Fault(.groupNotServed)
        }
    }
}
