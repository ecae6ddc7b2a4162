public import Cryptography
public import Primitives

/// The key pair of a device, P-256 or Ed25519: it identifies the device and signs its request proofs.
///
/// The private key may be kept in hardware. A closure then makes the signatures, and it may throw, for instance while a
/// phone is locked.
public struct DeviceKey: Sendable {
    public let publicKey: VerifyingKey
    /// The RFC 7638 thumbprint of the public key.
    public let thumbprint: String
    private let signer: @Sendable ([UInt8]) throws -> [UInt8]

    /// A key whose private part is kept elsewhere.
    ///
    /// - Parameter signer: returns the signature in JOSE's form, 64 bytes: r ‖ s for P-256.
    public init(publicKey: VerifyingKey, signer: @escaping @Sendable ([UInt8]) throws -> [UInt8]) {
        self.publicKey = publicKey
        thumbprint = publicKey.thumbprint
        self.signer = signer
    }

    public init(_ key: P256.PrivateKey) {
        publicKey = .p256(key.publicKey)
        thumbprint = publicKey.thumbprint
        signer = key.sign
    }

    public init(_ key: Ed25519.PrivateKey) {
        publicKey = .ed25519(key.publicKey)
        thumbprint = publicKey.thumbprint
        signer = key.sign
    }

    /// Generates a P-256 key in memory.
    public static func generate(_ random: RandomSource) -> DeviceKey { DeviceKey(P256.PrivateKey.generate(random)) }

    /// The signature of the bytes, in JOSE's form.
    public func sign(_ bytes: [UInt8]) throws -> [UInt8] { try signer(bytes) }
}
