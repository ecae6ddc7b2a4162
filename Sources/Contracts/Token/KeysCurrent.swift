public import JSONRPC

public enum KeysCurrent: Method {
    public static let name = "keys.current"
    public static let summary = "Returns the public keys that verify access tokens."
    public static let explanation =
        "The vault verifies every token with these keys, so it takes them only from an authenticated answer of this "
        + "method. Other backends read the same keys at /.well-known/jwks.json of the public listener, over TLS."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var keys: [PublishedKey]
        public var issuer: String?
        public enum CodingKeys: String, CodingKey { case keys, issuer }

        public init(keys: [PublishedKey], issuer: String? = nil) { (self.keys, self.issuer) = (keys, issuer) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .keys: Field("The keys; a token is valid only if one of them signed it", .items(0...64))
            case .issuer:
                Field("`iss` of the tokens, which the vault compares with its setting; absent from earlier versions")
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(
            keys: [
                PublishedKey(
                    kty: "EC", crv: "P-256", x: "cxA-www8z1farjgpNTSu8USjWUDPa7uhKgz3y9XWWmQ",
                    y: "2CyMmenTxF-SRbqbJ5gsmuqOwduUsZxEeVlCwOsiqjI", use: "sig", alg: "ES256",
                    kid: Sample.keyID)
            ], issuer: "https://auth.example.org")
    )
}
