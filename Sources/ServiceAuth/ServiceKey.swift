public import Cryptography

/// A service's own Ed25519 signing key and the name under which its peers have configured the public key.
public struct ServiceKey: Sendable {
    /// `auth` or `vault`.
    public let name: String
    let key: Ed25519.PrivateKey

    public init(name: String, key: Ed25519.PrivateKey) {
        self.name = name
        self.key = key
    }

    /// The public key that stands in the peers' key files.
    public var publicKey: Ed25519.PublicKey { key.publicKey }
    /// The key id in assertions: the RFC 7638 thumbprint of the public key.
    public var kid: String { VerifyingKey.ed25519(key.publicKey).thumbprint }
}
