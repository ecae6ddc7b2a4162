public import Cryptography
public import StrictJSON

/// A public signature key as JSON (RFC 7517). Private and symmetric keys are refused, not stripped.
public struct JWK: Hashable, Sendable {
    /// The key.
    public let key: VerifyingKey
    /// Its name: what the document says, else the RFC 7638 thumbprint.
    public let kid: String

    /// A key under its thumbprint.
    public init(_ key: VerifyingKey) {
        self.key = key
        kid = key.thumbprint
    }

    /// Reads a JWK; throws `bad` for private members, another `use`, an `alg` that is not the key's, or a broken key.
    public init(_ json: JSON) throws(TokenFault) {
        guard let object = json.object else { throw .bad("a JWK is an object") }
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] where object[name] != nil {
            throw .bad("a JWK here has no private members")
        }
        guard let key = VerifyingKey(jwk: { object[$0]?.string }) else { throw .bad("the JWK is no key we know") }
        if let use = object["use"], use.string != "sig" { throw .bad("the JWK is not for signatures") }
        if let algorithm = object["alg"], algorithm.string != key.algorithm.rawValue {
            throw .bad("the JWK's alg is not its key's")
        }
        self.key = key
        kid = object["kid"]?.string ?? key.thumbprint
    }

    /// The JWK with `use`, `alg` and `kid`.
    public var json: JSON {
        let members = key.jwk.map { ($0.name, JSON.string($0.value)) }
        return .object(
            JSONObject(members + [("use", "sig"), ("alg", .string(key.algorithm.rawValue)), ("kid", .string(kid))]))
    }
}
