public import Cryptography

/// Every key a token may be signed with, by key id, each with its one algorithm. A token's header never chooses more
/// than a row of this table.
public struct KeyTable: Sendable {
    /// One key.
    public struct Entry: Sendable {
        /// The key's name: its RFC 7638 thumbprint.
        public let kid: String
        /// Where it is in its life.
        public let state: KeyState
        /// The public half.
        public let key: VerifyingKey
        /// The secret half, where this process signs.
        public let signer: SigningKey?

        /// A key this process signs with, now or later.
        public init(_ signer: SigningKey, state: KeyState) {
            key = signer.verifyingKey
            kid = key.thumbprint
            self.state = state
            self.signer = signer
        }

        /// A key this process only verifies with.
        public init(_ key: VerifyingKey, state: KeyState = .active) {
            self.key = key
            kid = key.thumbprint
            self.state = state
            signer = nil
        }
    }

    private let rows: [String: Entry]
    /// The keys in the order given.
    public let entries: [Entry]

    /// A key given twice keeps its last row.
    public init(_ entries: [Entry]) {
        rows = Dictionary(entries.map { ($0.kid, $0) }, uniquingKeysWith: { $1 })
        self.entries = entries.filter { [rows] in rows[$0.kid]?.state == $0.state }
    }

    /// The keys of a published set, all of them good for verifying.
    public init(_ set: JWKS) { self.init(set.keys.map { Entry($0.key) }) }

    /// The key of that name.
    public subscript(kid: String) -> Entry? { rows[kid] }

    /// The active key this process signs with by that algorithm; the last one given if there are several.
    func signer(_ algorithm: SignatureAlgorithm) -> (kid: String, key: SigningKey)? {
        for entry in entries.reversed() where entry.state == .active && entry.key.algorithm == algorithm {
            if let key = entry.signer { return (entry.kid, key) }
        }
        return nil
    }

    /// The public halves, for `/.well-known/jwks.json`.
    public var jwks: JWKS { JWKS(entries.map { JWK($0.key) }) }
}
