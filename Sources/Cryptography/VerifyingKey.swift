import Primitives

/// A public key of any kind we take; its kind fixes the one algorithm it verifies.
public enum VerifyingKey: Hashable, Sendable {
    /// A point on P-256, for ES256.
    case p256(P256.PublicKey)
    /// An Ed25519 key, for EdDSA.
    case ed25519(Ed25519.PublicKey)
    /// An RSA key, for RS256.
    case rsa(RSA.PublicKey)

    /// The only algorithm this key is used with.
    public var algorithm: SignatureAlgorithm {
        switch self {
        case .p256: .es256
        case .ed25519: .edDSA
        case .rsa: .rs256
        }
    }

    /// Whether the signature is this key's over the bytes, by its one algorithm.
    public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch self {
        case .p256(let key): key.isValid(signature, of: bytes)
        case .ed25519(let key): key.isValid(signature, of: bytes)
        case .rsa(let key): key.isValid(signature, of: bytes)
        }
    }

    /// Reads a JWK (RFC 7517, 7518, 8037) by asking for its members; nil unless it is a sound key of the three kinds.
    /// Says nothing about other members: whether private ones are there is the caller's to refuse.
    public init?(jwk member: (String) -> String?) {
        func bytes(_ name: String) -> [UInt8]? { member(name).flatMap(Base64URL.decode) }
        switch (member("kty"), member("crv")) {
        case ("EC", "P-256"):
            guard let x = bytes("x"), let y = bytes("y"), let key = P256.PublicKey(x: x, y: y) else { return nil }
            self = .p256(key)
        case ("OKP", "Ed25519"):
            guard let x = bytes("x"), let key = Ed25519.PublicKey(x) else { return nil }
            self = .ed25519(key)
        case ("RSA", nil):
            guard let n = bytes("n"), let e = bytes("e"), let key = RSA.PublicKey(modulus: n, exponent: e) else {
                return nil
            }
            self = .rsa(key)
        default: return nil
        }
    }

    /// The members a JWK of this key must have, in the order RFC 7638 hashes them.
    public var jwk: [(name: String, value: String)] {
        switch self {
        case .p256(let key):
            [
                ("crv", "P-256"), ("kty", "EC"), ("x", Base64URL.encode(key.x)), ("y", Base64URL.encode(key.y)),
            ]
        case .ed25519(let key): [("crv", "Ed25519"), ("kty", "OKP"), ("x", Base64URL.encode(key.bytes))]
        case .rsa(let key):
            [("e", Base64URL.encode(key.exponent)), ("kty", "RSA"), ("n", Base64URL.encode(key.modulus))]
        }
    }

    /// The 32 bytes of the RFC 7638 thumbprint: SHA-256 over the members, which need no escaping.
    public var thumbprintBytes: [UInt8] {
        let members = jwk.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",")
        return SHA256.hash(Array("{\(members)}".utf8))
    }

    /// The RFC 7638 thumbprint, 43 characters of base64url: a key's name everywhere here.
    public var thumbprint: String { Base64URL.encode(thumbprintBytes) }

    /// SubjectPublicKeyInfo in PEM.
    public var pem: String {
        switch self {
        case .p256(let key): key.pem
        case .ed25519(let key): key.pem
        case .rsa(let key): key.pem
        }
    }
}
