import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Removes the second factor. A code from a message does not confirm this: it may be in a thief's hands.
    func secondFactorDisable(_ call: Call<SecondFactorDisable, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SecondFactorDisable.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            let given = try await counted(call.params.confirmation, for: .makeSecondFactor, by: call.caller)
            return try answer(
                await confirming(.makeSecondFactor) {
                    try await store.removeSecondFactor(
                        of: own.account, in: own.id, confirmedBy: given, idempotencyKey: key, at: now)
                })
        }
    }
}
