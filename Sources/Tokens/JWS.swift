public import Cryptography
public import StrictJSON

/// Signed claims as compact text (RFC 7515, 7519), under the rules of RFC 8725: the kind is named in `typ`, the key in
/// `kid`, and both are checked against what the reader expects before anything inside is believed.
public enum JWS {
    /// The longest text looked at, in bytes.
    public static let longest = 8192

    /// The text over the claims, its header being exactly `alg`, `typ`, `kid`.
    public static func sign(_ claims: JSONObject, kind: String, kid: String, with key: SigningKey) -> String {
        let header: JSON = ["alg": .string(key.algorithm.rawValue), "typ": .string(kind), "kid": .string(kid)]
        return CompactJWS.make(header: header.encoded(), payload: JSON.object(claims).encoded(), sign: key.sign)
    }

    /// The claims of a text signed by a key of the table, and that key's id.
    ///
    /// The row that `kid` names fixes the algorithm; a header that says another, that brings its own key or asks for
    /// anything beyond our three members, is refused.
    public static func verify(
        _ text: String, kind: String, keys: KeyTable
    ) throws(TokenFault) -> (claims: JSONObject, kid: String) {
        guard let jws = CompactJWS(text, maximum: longest) else { throw .bad("no compact JWS of at most 8 KiB") }
        let header = try object(jws.header)
        guard let typ = header["typ"]?.string, typ.lowercased() == kind.lowercased() else {
            throw .wrongKind("typ is not \(kind)")
        }
        guard header.count == 3, let algorithm = header["alg"]?.string, let kid = header["kid"]?.string else {
            throw .bad("the header is not exactly alg, typ and kid")
        }
        guard let entry = keys[kid] else {
            throw kid.utf8.count <= 128 ? .unknownKey(kid: kid) : .bad("kid is too long")
        }
        guard algorithm == entry.key.algorithm.rawValue else { throw .bad("alg is not that of the key") }
        guard entry.key.isValid(jws.signature, of: jws.signedBytes) else {
            throw .bad("the signature is not the key's")
        }
        return (try object(jws.payload), kid)
    }

    private static func object(_ bytes: [UInt8]) throws(TokenFault) -> JSONObject {
        guard let object = (try? JSON(parsing: bytes, limits: JSONLimits(bytes: longest, depth: 4)))?.object else {
            throw .bad("a part is no strict JSON object")
        }
        return object
    }
}
