import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Opens a challenge for the PIN of a child's device, and ends the child's former session.
    func childChallenge(_ call: Call<ChildChallenge, ProvenDevice>) async throws -> ChildPINChallenge {
        try await mappingFamilyRefusals {
            let opened = try await store.openChildChallenge(
                newChildChallenge(thumbprint: call.caller.thumbprint), at: now)
            wakeFeedNumbering()
            return try childAnswer(opened)
        }
    }
}
