import AuthStore
import Primitives

extension AuthStore {
    /// Records a proof in a transaction of its own; returns false if it was recorded before.
    func recordProof(jti: String, thumbprint: String, expires: Instant) async throws -> Bool {
        do {
            try await presenting(PresentedProof(jti: jti, thumbprint: thumbprint, expires: expires)).recordProof()
            return true
        } catch is ProofReplayed {
            return false
        }
    }
}
