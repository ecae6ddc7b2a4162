import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Records that a child has forgotten its PIN.
    func childForgotPIN(_ call: Call<ChildForgotPIN, ProvenDevice>) async throws -> ChildForgotPIN.Answer {
        let thumbprint = call.caller.thumbprint
        let key = try idempotencyKey(
            ChildForgotPIN.self, call.params.requestId, call.params, thumbprint: thumbprint)
        let verificationRequired = ChildForgotPIN.Answer(state: .parentVerificationRequired)
        return try await replayOrPerform(
            key,
            replay: {
                _ = try replayedNothing($0)
                return verificationRequired
            }
        ) {
            try await mappingFamilyRefusals {
                _ = try answer(await store.forgetChildPIN(thumbprint: thumbprint, idempotencyKey: key, at: now))
                return verificationRequired
            }
        }
    }
}
