/// The signature algorithms this product knows, by their JOSE names. There is no `none` and nothing symmetric to confuse
/// them with.
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// Ed25519.
    case edDSA = "EdDSA"
    /// RSA PKCS#1 v1.5 with SHA-256.
    case rs256 = "RS256"
}
