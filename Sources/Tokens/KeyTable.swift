public import Cryptography
public import Domain

/// The keys access tokens may be signed with, by key ID. Each key has one algorithm, which a token's header cannot
/// override.
public struct KeyTable: Sendable {
    public struct Entry: Sendable {
        /// The key ID: the RFC 7638 thumbprint.
        public let kid: String
        public let state: KeyState
        public let key: VerifyingKey
        /// The private key; nil in a process that only verifies.
        public let signer: SigningKey?

        public init(_ signer: SigningKey, state: KeyState) {
            key = signer.verifyingKey
            kid = key.thumbprint
            self.state = state
            self.signer = signer
        }

        public init(_ key: VerifyingKey, state: KeyState = .active) {
            self.key = key
            kid = key.thumbprint
            self.state = state
            signer = nil
        }
    }

    private let rows: [String: Entry]
    /// The entries that the initialiser kept, in their order.
    public let entries: [Entry]

    /// Makes a table.
    ///
    /// If several entries have one key ID, the subscript returns the last, and earlier ones in a different state are
    /// dropped from ``entries`` and ``jwks``.
    public init(_ entries: [Entry]) {
        rows = Dictionary(entries.map { ($0.kid, $0) }, uniquingKeysWith: { $1 })
        self.entries = entries.filter { [rows] in rows[$0.kid]?.state == $0.state }
    }

    /// Makes a table that verifies with the keys of a published set. Each key's ID in the table is its thumbprint, not
    /// the `kid` of the set.
    public init(_ set: JWKS) { self.init(set.keys.map { Entry($0.key) }) }

    public subscript(kid: String) -> Entry? { rows[kid] }

    /// The last active entry of that algorithm whose private key this process holds.
    func signer(_ algorithm: SignatureAlgorithm) -> (kid: String, key: SigningKey)? {
        for entry in entries.reversed() where entry.state == .active && entry.key.algorithm == algorithm {
            if let key = entry.signer { return (entry.kid, key) }
        }
        return nil
    }

    /// The public keys, for `/.well-known/jwks.json`.
    public var jwks: JWKS { JWKS(entries.map { JWK($0.key) }) }
}
