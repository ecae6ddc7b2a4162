public import JSONRPC
public import Primitives

public enum SessionDelegate: Method {
    public static let name = "session.delegate"
    public static let summary = "Gives the person an access token for another service."
    public static let explanation =
        "The token names the person, the session and the device to that service alone, and has the one scope identify: auth and the "
        + "vault refuse it. The service verifies it with the public keys (/.well-known/jwks.json). It is valid for at most 300 s, "
        + "also after the session has ended. The administrator names the services in the setting delegate-audiences."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isRead = true
    public static let faults: [FaultKind] = [.audienceUnknown]

    public struct Params: WireObject {
        public var audience: String
        public enum CodingKeys: String, CodingKey { case audience }

        public init(audience: String) { self.audience = audience }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .audience: Field("The service, as the claim aud of its tokens names it", .length(1...200))
            }
        }
    }

    public struct Answer: WireObject {
        public var accessToken: AccessToken
        public var expiresAtMs: Instant
        public enum CodingKeys: String, CodingKey { case accessToken, expiresAtMs }

        public init(accessToken: AccessToken, expiresAtMs: Instant) {
            (self.accessToken, self.expiresAtMs) = (accessToken, expiresAtMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accessToken: Field("A JWT of type at+jwt, which the service takes as a bearer token")
            case .expiresAtMs: Field("The moment at which it expires")
            }
        }
    }

    public static let example = (
        params: Params(audience: "https://shop.example"),
        answer: Answer(accessToken: Sample.grant.accessToken, expiresAtMs: Sample.earlier)
    )
}
