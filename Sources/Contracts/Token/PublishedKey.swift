public import JSONRPC

/// A public key that verifies access tokens, with the members of a JSON Web Key (RFC 7517).
public struct PublishedKey: WireObject {
    public var kty: String
    public var crv: String?
    public var x: String?
    public var y: String?
    public var use: String
    public var alg: String
    public var kid: String
    public enum CodingKeys: String, CodingKey { case kty, crv, x, y, use, alg, kid }

    public init(
        kty: String, crv: String? = nil, x: String? = nil, y: String? = nil, use: String, alg: String, kid: String
    ) {
        (self.kty, self.crv, self.x, self.y) = (kty, crv, x, y)
        (self.use, self.alg, self.kid) = (use, alg, kid)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .kty: Field("The key type: EC or OKP; a verifier skips keys of other types", .length(1...16))
        case .crv: Field("The curve", .length(1...16))
        case .x: Field("The x coordinate of the public key, base64url", .length(1...128))
        case .y: Field("The y coordinate of an EC key, base64url", .length(1...128))
        case .use: Field("The use, always sig", .length(1...16))
        case .alg: Field("The signature algorithm", .length(1...16))
        case .kid: Field("The key ID that the header of a token names", .length(1...128))
        }
    }
}
