public import Primitives

/// A private key of any kind we sign with; its kind fixes the one algorithm.
public enum SigningKey: Sendable {
    /// A P-256 key, for ES256.
    case p256(P256.PrivateKey)
    /// An Ed25519 key, for EdDSA.
    case ed25519(Ed25519.PrivateKey)
    /// An RSA key, for RS256.
    case rsa(RSA.PrivateKey)

    /// A new key for the algorithm. RSA keys have 2048 bits and come from libcrypto's own generator.
    public static func generate(_ algorithm: SignatureAlgorithm, random: RandomSource) throws(CryptoFault) -> SigningKey
    {
        switch algorithm {
        case .es256: .p256(.generate(random))
        case .edDSA: .ed25519(.generate(random))
        case .rs256: .rsa(try .generate(bits: 2048))
        }
    }

    /// Reads an unencrypted PKCS#8 key in PEM, of whichever kind it is.
    public init(pem: String) throws(CryptoFault) {
        if let key = try? P256.PrivateKey(pem: pem) {
            self = .p256(key)
        } else if let key = try? Ed25519.PrivateKey(pem: pem) {
            self = .ed25519(key)
        } else {
            self = .rsa(try RSA.PrivateKey(pem: pem))
        }
    }

    /// The half to give away.
    public var verifyingKey: VerifyingKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .ed25519(let key): .ed25519(key.publicKey)
        case .rsa(let key): .rsa(key.publicKey)
        }
    }

    /// The only algorithm this key is used with.
    public var algorithm: SignatureAlgorithm { verifyingKey.algorithm }

    /// The signature over the bytes, in the form JOSE wants.
    public func sign(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .p256(let key): key.sign(bytes)
        case .ed25519(let key): key.sign(bytes)
        case .rsa(let key): key.sign(bytes)
        }
    }

    /// PKCS#8 in PEM, in the clear: for key files of mode 0400.
    public var pem: String {
        switch self {
        case .p256(let key): key.pem
        case .ed25519(let key): key.pem
        case .rsa(let key): key.pem
        }
    }
}
