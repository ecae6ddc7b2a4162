import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Cancels the request for a new PIN; the present one stays.
    func pinCancelReset(_ call: Call<PINCancelReset, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            PINCancelReset.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            try answer(await store.cancelPINReset(of: own.account, in: own.id, idempotencyKey: key, at: now))
        }
    }
}
