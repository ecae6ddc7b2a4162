import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Confirms an authenticator by its first code.
    func secondFactorConfirm(_ call: Call<SecondFactorConfirm, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SecondFactorConfirm.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            if try await store.secondFactor(of: own.account)?.isConfirmed == true { throw Fault(.secondFactorExists) }
            let code = try await checkSecondFactor(call.params.code, of: call.caller, isConfirmed: false)
            return try answer(
                await store.confirmSecondFactor(by: code, in: own.id, idempotencyKey: key, at: now))
        }
    }
}
