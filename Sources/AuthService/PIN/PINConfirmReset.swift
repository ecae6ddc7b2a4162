import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Lets a requested PIN take effect, in a group that approves automatically.
    func pinConfirmReset(_ call: Call<PINConfirmReset, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            PINConfirmReset.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            var recovery: RecoveryAttempt?
            if let code = call.params.recoveryCode { recovery = try await countRecoveryCode(code, of: call.caller) }
            return try answer(
                await confirming(.resetPIN) { [recovery] in
                    try await store.confirmPINReset(
                        of: own.account, in: own.id, by: recovery, idempotencyKey: key, at: now)
                })
        }
    }
}
