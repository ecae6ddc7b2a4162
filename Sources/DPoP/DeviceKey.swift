public import Cryptography
public import Primitives

/// A device's own key pair, P-256 or Ed25519: what it is known by, and what signs its request proofs.
///
/// The secret half may live in hardware: then only the closure knows it, and may refuse (a locked phone).
public struct DeviceKey: Sendable {
    /// The half the services see.
    public let publicKey: VerifyingKey
    /// The RFC 7638 thumbprint of the public half.
    public let thumbprint: String
    private let signer: @Sendable ([UInt8]) throws -> [UInt8]

    /// A key held elsewhere; the closure gives r ‖ s for P-256, 64 bytes for Ed25519. RSA keys are refused with nil.
    public init?(publicKey: VerifyingKey, signer: @escaping @Sendable ([UInt8]) throws -> [UInt8]) {
        switch publicKey {
        case .p256, .ed25519: break
        case .rsa: return nil
        }
        self.publicKey = publicKey
        thumbprint = publicKey.thumbprint
        self.signer = signer
    }

    /// A P-256 key in memory.
    public init(_ key: P256.PrivateKey) {
        publicKey = .p256(key.publicKey)
        thumbprint = publicKey.thumbprint
        signer = key.sign
    }

    /// An Ed25519 key in memory.
    public init(_ key: Ed25519.PrivateKey) {
        publicKey = .ed25519(key.publicKey)
        thumbprint = publicKey.thumbprint
        signer = key.sign
    }

    /// A new P-256 key in memory, from these random.
    public static func generate(_ random: RandomSource) -> DeviceKey { DeviceKey(P256.PrivateKey.generate(random)) }

    /// The signature over the bytes, in the form JOSE wants.
    public func sign(_ bytes: [UInt8]) throws -> [UInt8] { try signer(bytes) }
}
