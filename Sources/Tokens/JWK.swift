public import Cryptography
public import StrictJSON

/// A public signature key as JSON (RFC 7517). A JWK with private or symmetric members is refused.
public struct JWK: Hashable, Sendable {
    public let key: VerifyingKey
    /// The key ID: the member `kid` of the JSON, or the RFC 7638 thumbprint if there is no such member.
    public let kid: String

    /// Makes a JWK whose key ID is the thumbprint.
    public init(_ key: VerifyingKey) {
        self.key = key
        kid = key.thumbprint
    }

    /// Reads a JWK; throws `bad` for private members, a `use` other than `sig`, `key_ops` without `verify`, an `alg` that
    /// does not fit the key, and an invalid key.
    public init(_ json: JSON) throws(TokenFault) {
        guard let object = json.object else { throw .bad("the JWK is not an object") }
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] where object[name] != nil {
            throw .bad("the JWK has the private member \(name)")
        }
        guard let key = VerifyingKey(jwk: { object[$0]?.string }) else { throw .bad("the JWK is not a supported key") }
        if let use = object["use"], use.string != "sig" { throw .bad("the JWK is not for signatures") }
        if let operations = object["key_ops"], operations.array?.contains("verify") != true {
            throw .bad("the JWK does not verify signatures")
        }
        if let algorithm = object["alg"], algorithm.string != key.algorithm.rawValue {
            throw .bad("the JWK's alg does not fit its key")
        }
        self.key = key
        kid = object["kid"]?.string ?? key.thumbprint
    }

    /// The key's members with `use`, `alg` and `kid`.
    public var json: JSON {
        let members = key.jwk.map { ($0.name, JSON.string($0.value)) }
        return .object(
            JSONObject(members + [("use", "sig"), ("alg", .string(key.algorithm.rawValue)), ("kid", .string(kid))]))
    }
}
