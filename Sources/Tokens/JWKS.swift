public import StrictJSON

/// A published set of public keys (RFC 7517, section 5): the document at `/.well-known/jwks.json`.
public struct JWKS: Hashable, Sendable {
    /// The keys in their order.
    public let keys: [JWK]

    /// See the member.
    public init(_ keys: [JWK]) { self.keys = keys }

    /// Reads a document of at most 64 KiB and 64 keys. Keys of kinds we do not know are left out, as the RFC wants; a
    /// broken, private or repeated one refuses the whole set.
    public init(parsing bytes: [UInt8]) throws(TokenFault) {
        guard let json = try? JSON(parsing: bytes, limits: JSONLimits(bytes: 65536, depth: 8, elements: 64)),
            let members = json["keys"]?.array
        else { throw .bad("no JWK set of 64 KiB and 64 keys") }
        var keys: [JWK] = []
        for member in members where ["EC", "OKP", "RSA"].contains(member["kty"]?.string) {
            let key = try JWK(member)
            guard !keys.contains(where: { $0.kid == key.kid }) else { throw .bad("two keys of one kid") }
            keys.append(key)
        }
        self.keys = keys
    }

    /// The document.
    public var json: JSON { ["keys": .array(keys.map(\.json))] }
}
