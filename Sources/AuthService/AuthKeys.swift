public import Cryptography
public import Tokens

/// The keys auth keeps outside its database, so that a copy of the database reveals no phone number, code or token.
public struct AuthKeys: Sendable {
    /// Computes the keyed hashes under which phone numbers, network addresses and deleted accounts are stored.
    public let index: Key256
    /// Encrypts phone numbers and the payloads of the outbox.
    public let seal: Key256
    /// Hashes codes, requests and refresh tokens, and derives refresh tokens.
    public let hash: Key256
    /// Authenticate the nonces of request proofs. The first key makes nonces, and every key verifies them. All
    /// instances have the same keys.
    public let nonces: [Key256]

    public init(index: Key256, seal: Key256, hash: Key256, nonces: [Key256]) {
        self.index = index
        self.seal = seal
        self.hash = hash
        self.nonces = nonces
    }
}

extension KeyTable.Entry {
    /// Makes the entry of an active key that signs access tokens; nil if the PEM holds no P-256 private key. A key of
    /// another kind would be published and never sign.
    public init?(accessTokenKeyPEM pem: String) {
        guard let key = try? P256.PrivateKey(pem: pem) else { return nil }
        self.init(.p256(key), state: .active)
    }
}
