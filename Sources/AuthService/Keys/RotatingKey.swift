public import Cryptography
public import Domain
import Tokens

/// A key of a ``KeyKind``, as read from its file.
public enum RotatingKey: Sendable {
    case signing(P256.PrivateKey)
    case secret(Key256)

    /// Reads a signing key; nil if the PEM holds no P-256 private key. A key of another kind would be published and never
    /// sign.
    public init?(signingKeyPEM pem: String) {
        guard let key = try? P256.PrivateKey(pem: pem) else { return nil }
        self = .signing(key)
    }

    /// A value that reveals nothing about the key: the thumbprint of a signing key, a derived value of a secret.
    var fingerprint: [UInt8] {
        switch self {
        case .signing(let key): VerifyingKey.p256(key.publicKey).thumbprintBytes
        case .secret(let key): HKDF.key(key, info: "latchkey/key-canary/1").reveal
        }
    }
}

/// Reads the key files of the kinds that are replaced while the service runs.
public struct RotatingKeyFiles: Sendable {
    let all: @Sendable () throws -> [KeyID]
    let read: @Sendable (KeyID) throws -> RotatingKey

    /// - Parameters:
    ///   - all: lists the keys that have a file, at least one of each kind.
    ///   - read: reads a key, and throws a line for the administrator if there is none.
    public init(all: @escaping @Sendable () throws -> [KeyID], read: @escaping @Sendable (KeyID) throws -> RotatingKey)
    {
        self.all = all
        self.read = read
    }
}
