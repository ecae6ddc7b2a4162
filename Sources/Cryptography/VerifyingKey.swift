import Primitives

/// A public key for signatures. Its kind determines the only algorithm it is used with.
public enum VerifyingKey: Hashable, Sendable {
    case p256(P256.PublicKey)
    case ed25519(Ed25519.PublicKey)

    public var algorithm: SignatureAlgorithm {
        switch self {
        case .p256: .es256
        case .ed25519: .edDSA
        }
    }

    /// True if this is the key's signature of the bytes, in JOSE's form.
    public func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch self {
        case .p256(let key): key.isValid(signature, of: bytes)
        case .ed25519(let key): key.isValid(signature, of: bytes)
        }
    }

    /// Reads the members of a JWK (RFC 7517, 7518, 8037); nil unless it is a valid key of one of the two kinds.
    ///
    /// Other members are not looked at; a caller that must refuse private ones checks for them itself.
    ///
    /// - Parameter member: returns the value of a member, nil if it is missing.
    public init?(jwk member: (String) -> String?) {
        func bytes(_ name: String) -> [UInt8]? { member(name).flatMap(Base64URL.decode) }
        switch (member("kty"), member("crv")) {
        case ("EC", "P-256"):
            guard let x = bytes("x"), let y = bytes("y"), let key = P256.PublicKey(x: x, y: y) else { return nil }
            self = .p256(key)
        case ("OKP", "Ed25519"):
            guard let x = bytes("x"), let key = Ed25519.PublicKey(x) else { return nil }
            self = .ed25519(key)
        default: return nil
        }
    }

    /// The required members of this key's JWK, in the order in which RFC 7638 hashes them.
    public var jwk: [(name: String, value: String)] {
        switch self {
        case .p256(let key):
            [("crv", "P-256"), ("kty", "EC"), ("x", Base64URL.encode(key.x)), ("y", Base64URL.encode(key.y))]
        case .ed25519(let key): [("crv", "Ed25519"), ("kty", "OKP"), ("x", Base64URL.encode(key.bytes))]
        }
    }

    /// The RFC 7638 thumbprint, 32 bytes: SHA-256 of the required members, whose values need no escaping.
    public var thumbprintBytes: [UInt8] {
        let members = jwk.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",")
        return SHA256.hash(Array("{\(members)}".utf8))
    }

    /// The RFC 7638 thumbprint, 43 characters of base64url. It is the key's identifier everywhere in Latchkey.
    public var thumbprint: String { Base64URL.encode(thumbprintBytes) }

    /// SubjectPublicKeyInfo in PEM.
    public var pem: String {
        switch self {
        case .p256(let key): key.pem
        case .ed25519(let key): key.pem
        }
    }
}
