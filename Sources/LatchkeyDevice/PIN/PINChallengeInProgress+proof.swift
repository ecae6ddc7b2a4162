import Cryptography
import Domain
import PIN
import Primitives

/// The public key of a PIN and a signature of a challenge, which a device sends in place of the PIN.
struct PINKeyProof: Sendable {
    let publicKey: PINPublicKey
    let proof: PINSignature
}

extension PINChallengeInProgress {
    /// Proves the present PIN, for the purpose of the challenge.
    ///
    /// - Parameter deviceSecret: the secret of a child's device; empty for the PIN of an account.
    func present(
        _ secret: PINSecret, thumbprint: String, deviceSecret: [UInt8] = []
    ) async throws(DeviceFault) -> PINKeyProof {
        try await prove(secret, pin, purpose, thumbprint, deviceSecret)
    }

    /// Proves the PIN that is made.
    ///
    /// - Parameter deviceSecret: the secret of a child's device; empty for the PIN of an account.
    func new(
        _ secret: PINSecret, thumbprint: String, deviceSecret: [UInt8] = []
    ) async throws(DeviceFault) -> PINKeyProof {
        try await prove(secret, newPIN, .enrol, thumbprint, deviceSecret)
    }

    /// Derives the key and signs. It leaves the caller's actor, because the derivation takes about 0.1 s; the key is gone
    /// when this returns.
    @concurrent
    private func prove(
        _ secret: PINSecret, _ parameters: Parameters?, _ purpose: PINPurpose, _ thumbprint: String,
        _ deviceSecret: [UInt8]
    ) async throws(DeviceFault) -> PINKeyProof {
        guard let parameters, let salt = Base64URL.decode(parameters.salt),
            let derivation = PINDerivation(text: parameters.derivation),
            let message = PINProof(
                issuer: issuer, challengeID: id, challenge: Base64URL.decode(challenge) ?? [], subject: subject,
                generation: parameters.generation, thumbprint: thumbprint, purpose: purpose)
        else { throw .pinKeyNotDerived(reason: "The challenge does not name what the key is derived from.") }
        let key: Ed25519.PrivateKey
        do {
            key = try PINKey.derive(secret, salt: salt, deviceSecret: deviceSecret, by: derivation)
        } catch {
            throw .pinKeyNotDerived(reason: "This device cannot compute it: \(error).")
        }
        guard let publicKey = PINPublicKey(key.publicKey.bytes), let proof = PINSignature(message.signed(by: key))
        else { throw .pinKeyNotDerived(reason: "The key or its signature has another size.") }
        return PINKeyProof(publicKey: publicKey, proof: proof)
    }
}
