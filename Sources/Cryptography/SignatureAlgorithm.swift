/// The signature algorithms in use, by their JOSE names. Neither `none` nor a symmetric algorithm is among them, so that
/// a token cannot select one.
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// Ed25519.
    case edDSA = "EdDSA"
}
