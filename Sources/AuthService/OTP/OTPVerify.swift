import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Lets somebody in by a right code: wholly on a device that is let in already, and on a new one as far as the
    /// waiting room.
    func otpVerify(_ call: Call<OTPVerify, ProvenDevice>) async throws -> OTPVerify.Answer {
        let once = try once(OTPVerify.self, call.params.requestId, call.params, by: call.caller.thumbprint)
        let entered = try await answered(once, before: { try await enteredBefore($0, at: now) }) {
            try await verify(call, once)
        }
        return OTPVerify.Answer(session: entered.session, next: entered.next)
    }

    private func verify(_ call: Call<OTPVerify, ProvenDevice>, _ once: Once?) async throws -> Entered {
        let key = call.caller.thumbprint, params = call.params
        let attempt = try await guess(params.code, at: params.challengeId, for: .login, by: key)
        let arrival = arrival(
            .code(attempt), registration: nil, phoneIndex: attempt.challenge.phoneIndex, device: call.caller,
            deviceName: params.deviceName, isAgain: false, at: now)
        switch try await store.enter(arrival, sends: settings.sendLimits, once: once, at: now) {
        case .entered(let account, let session): return try entered(account, session, at: now)
        case .repeated(let memory): return try await enteredBefore(memory, at: now)
        case .over, .changed, .codeNeeded: throw Fault(.codeExpired)
        case .notRegistered: throw Fault(.notRegistered)
        case .blocked: throw Fault(.blocked)
        }
    }
}
