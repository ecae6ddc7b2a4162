import Cryptography
import Primitives
public import StrictJSON

/// A set of public keys (RFC 7517, section 5), published at `/.well-known/jwks.json`.
public struct JWKS: Hashable, Sendable {
    public let keys: [JWK]

    public init(_ keys: [JWK]) { self.keys = keys }

    /// Reads a document of at most 64 KiB and 64 keys.
    ///
    /// Keys of an unknown `kty` are skipped, as the RFC demands. Among the others, a key that is invalid, private,
    /// repeated or on an unsupported curve makes the whole set invalid.
    public init(parsing bytes: [UInt8]) throws(TokenFault) {
        guard let json = try? JSON(parsing: bytes, limits: JSONLimits(bytes: 65536, depth: 8, elements: 64)) else {
            throw .bad("no JWK set of at most 64 KiB and 64 keys")
        }
        try self.init(json)
    }

    /// Reads a set that has been parsed, by the same rules.
    public init(_ json: JSON) throws(TokenFault) {
        guard let members = json["keys"]?.array, members.count <= 64 else {
            throw .bad("no JWK set of at most 64 KiB and 64 keys")
        }
        var keys: [JWK] = []
        for member in members where ["EC", "OKP"].contains(member["kty"]?.string) {
            let key = try JWK(member)
            guard !keys.contains(where: { $0.kid == key.kid }) else { throw .bad("two keys have one kid") }
            keys.append(key)
        }
        self.keys = keys
    }

    /// The SHA-256 of the keys' identifiers, in base64url. It does not depend on the order of the keys.
    public var digest: String {
        Base64URL.encode(SHA256.hash(Array(keys.map(\.kid).sorted().joined(separator: " ").utf8)))
    }

    public var json: JSON { ["keys": .array(keys.map(\.json))] }
}
