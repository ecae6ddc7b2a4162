public import Cryptography

/// A service's own Ed25519 key, under the name its peers know it by.
public struct ServiceKey: Sendable {
    /// The name, as `auth` or `vault`; 1…64 bytes.
    public let name: String
    let key: Ed25519.PrivateKey

    /// See the members.
    public init(name: String, key: Ed25519.PrivateKey) {
        self.name = name
        self.key = key
    }

    /// The half the peers' files hold.
    public var publicKey: Ed25519.PublicKey { key.publicKey }
    /// The thumbprint that names the key in assertions.
    public var kid: String { VerifyingKey.ed25519(key.publicKey).thumbprint }
}
