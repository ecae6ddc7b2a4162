import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Raises a session that waits for its second factor.
    func secondFactorVerify(_ call: Call<SecondFactorVerify, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SecondFactorVerify.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint, target: own.id.bytes)
        return try await replayOrPerform(key, replay: replayedNothing) {
            guard own.level == .preTFA else { throw Fault(.secondFactorUnknown) }
            let given: CountedConfirmation
            switch (call.params.code, call.params.recoveryCode) {
            case (let code?, nil):
                given = .secondFactor(try await checkSecondFactor(code, of: call.caller, isConfirmed: true))
            case (nil, let code?): given = .recoveryCode(try await countRecoveryCode(code, of: call.caller))
            case (nil, nil), (.some, .some): throw Fault(.invalidParams, field: "code")
            }
            return try answer(
                await confirming(.login) {
                    try await store.passSecondFactor(
                        by: given, of: own.account, in: own.id, idempotencyKey: key, at: now)
                })
        }
    }
}
