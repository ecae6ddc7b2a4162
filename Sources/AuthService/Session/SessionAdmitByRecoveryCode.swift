import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Admits the caller's own new device by a recovery code.
    func sessionAdmitByRecoveryCode(
        _ call: Call<SessionAdmitByRecoveryCode, AuthenticatedPerson>
    ) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SessionAdmitByRecoveryCode.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint, target: own.id.bytes)
        return try await replayOrPerform(
            key,
            replay: { stored in
                guard case .response = stored else { throw Fault(.requestIdReused) }
                return Nothing()
            },
            perform: {
                guard own.level == .unproven else { throw Fault(.admissionUnknown) }
                let attempt = try await countRecoveryCode(call.params.code, of: call.caller)
                return try await confirming(.login) { try await admit(by: attempt, key) }
            })
    }

    private func admit(by attempt: RecoveryAttempt, _ key: IdempotencyKey?) async throws -> Nothing {
        switch try await store.admitByRecoveryCode(
            attempt, idle: settings.sessionIdleTimeout, idempotencyKey: key, at: now)
        {
        case .done: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .callerEnded(let end): throw Fault(end)
        case .unknown, .wrongDigits, .exhausted, .suspended: throw Fault(.admissionUnknown)
        }
        return Nothing()
    }
}
