import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Logs in by a one-time code. The session is `full` if the device is admitted or the account never had an admitted
    /// device; otherwise it is `unproven` until it is admitted from another device.
    func otpVerify(_ call: Call<OTPVerify, ProvenDevice>) async throws -> OTPVerify.Answer {
        let key = try idempotencyKey(
            OTPVerify.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        let signedIn = try await replayOrPerform(key, replay: { try await replaySignIn($0, at: now) }) {
            try await logIn(call, key)
        }
        return OTPVerify.Answer(session: signedIn.session, next: signedIn.next)
    }

    private func logIn(_ call: Call<OTPVerify, ProvenDevice>, _ key: IdempotencyKey?) async throws -> SignedIn {
        let params = call.params
        let attempt = try await checkCode(
            params.code, of: params.challengeId, for: .login, thumbprint: call.caller.thumbprint)
        let signIn = signIn(
            .code(attempt), registration: nil, phoneIndex: attempt.challenge.phoneIndex, device: call.caller,
            deviceName: params.deviceName)
        switch try await store.logIn(signIn, sends: settings.sendLimits, idempotencyKey: key, at: now) {
        case .signedIn(let account, let session): return try signedIn(account, session)
        case .replayed(let stored): return try await replaySignIn(stored, at: now)
        case .codeUnusable, .stateChanged, .codeRequired: throw Fault(.codeExpired)
        case .notRegistered: throw Fault(.notRegistered)
        case .blocked: throw Fault(.blocked)
        }
    }
}
