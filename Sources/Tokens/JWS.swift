public import Cryptography
public import StrictJSON

/// Signed claims in compact serialization (RFC 7515, RFC 7519), checked by the rules of RFC 8725.
public enum JWS {
    /// The longest token that is read, in bytes.
    public static let maximumBytes = 8192

    /// Signs claims; the header has exactly the members `alg`, `typ` and `kid`.
    public static func sign(_ claims: JSONObject, type: String, kid: String, with key: SigningKey) -> String {
        let header: JSON = ["alg": .string(key.algorithm.rawValue), "typ": .string(type), "kid": .string(kid)]
        return CompactJWS.make(header: header.encoded(), payload: JSON.object(claims).encoded(), sign: key.sign)
    }

    /// Returns the claims of a token signed by a key of the table, and the ID of that key.
    ///
    /// The table fixes the algorithm of each key. A header that names another algorithm, carries a key of its own or
    /// has any member beside `alg`, `typ` and `kid` is refused.
    public static func verify(
        _ text: String, type: String, keys: KeyTable
    ) throws(TokenFault) -> (claims: JSONObject, kid: String) {
        guard let jws = CompactJWS(text, maximum: maximumBytes) else { throw .bad("no compact JWS of at most 8 KiB") }
        let header = try object(jws.header)
        guard let typ = header["typ"]?.string, typ.lowercased() == type.lowercased() else {
            throw .wrongKind("typ is not \(type)")
        }
        guard header.count == 3, let algorithm = header["alg"]?.string, let kid = header["kid"]?.string else {
            throw .bad("the header is not exactly alg, typ and kid")
        }
        guard let entry = keys[kid] else {
            throw kid.utf8.count <= 128 ? .unknownKey(kid: kid) : .bad("kid is longer than 128 bytes")
        }
        guard algorithm == entry.key.algorithm.rawValue else { throw .bad("alg does not fit the key") }
        guard entry.key.isValid(jws.signature, of: jws.signedBytes) else { throw .bad("the signature is invalid") }
        return (try object(jws.payload), kid)
    }

    private static func object(_ bytes: [UInt8]) throws(TokenFault) -> JSONObject {
        guard let object = (try? JSON(parsing: bytes, limits: JSONLimits(bytes: maximumBytes, depth: 4)))?.object else {
            throw .bad("the header or payload is not a strict JSON object")
        }
        return object
    }
}
