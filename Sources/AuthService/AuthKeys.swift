public import Cryptography

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
    /// Authenticates the rows of the audit log. It is not rotated, because the rows are verified for as long as they are
    /// kept.
    public let audit: Key256

    public init(index: Key256, seal: Key256, hash: Key256, nonces: [Key256], audit: Key256) {
        self.index = index
        self.seal = seal
        self.hash = hash
        self.nonces = nonces
        self.audit = audit
    }
}
