public import Primitives

/// A private key for signatures. Its kind determines the only algorithm it is used with.
public enum SigningKey: Sendable {
    case p256(P256.PrivateKey)
    case ed25519(Ed25519.PrivateKey)

    /// Generates a key for the algorithm.
    public static func generate(_ algorithm: SignatureAlgorithm, random: RandomSource) -> SigningKey {
        switch algorithm {
        case .es256: .p256(.generate(random))
        case .edDSA: .ed25519(.generate(random))
        }
    }

    /// Parses an unencrypted PKCS#8 key of either kind in PEM.
    public init(pem: String) throws(CryptoFault) {
        if let key = try? P256.PrivateKey(pem: pem) {
            self = .p256(key)
        } else if let key = try? Ed25519.PrivateKey(pem: pem) {
            self = .ed25519(key)
        } else {
            throw .malformedKey("no unencrypted private key of kind p256 or ed25519")
        }
    }

    public var verifyingKey: VerifyingKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .ed25519(let key): .ed25519(key.publicKey)
        }
    }

    public var algorithm: SignatureAlgorithm { verifyingKey.algorithm }

    /// The signature of the bytes, in JOSE's form.
    public func sign(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .p256(let key): key.sign(bytes)
        case .ed25519(let key): key.sign(bytes)
        }
    }

    /// PKCS#8 in PEM, unencrypted, for key files of mode 0400.
    public var pem: String {
        switch self {
        case .p256(let key): key.pem
        case .ed25519(let key): key.pem
        }
    }
}
