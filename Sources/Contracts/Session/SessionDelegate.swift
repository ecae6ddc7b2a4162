public import Domain
public import JSONRPC
public import Primitives

public enum SessionDelegate: Method {
    public static let name = "session.delegate"
    public static let summary =
        "Gives the person an access token for another service, or one with which that service uses the vault."
    public static let explanation =
        "Without scopes, the token names the person, the session and the device to that service alone, and has the one scope identify: auth and the "
        + "vault refuse it. The service verifies it with the public keys (/.well-known/jwks.json). It is valid for at most 300 s, "
        + "also after the session has ended. With scopes, "
        + "the token is for the vault alone: it has these scopes, and the claim azp names the service. The vault serves it the "
        + "methods for which a scope is enough, ends it with the session, and counts what it reads apart. The administrator names "
        + "the services in the setting delegate-audiences."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isRead = true
    public static let faults: [FaultKind] = [.audienceUnknown]

    public struct Params: WireObject {
        public var audience: String
        public var scopes: [Scope]?
        public enum CodingKeys: String, CodingKey { case audience, scopes }

        public init(audience: String, scopes: [Scope]? = nil) { (self.audience, self.scopes) = (audience, scopes) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .audience: Field("The service, as the claim aud of its tokens names it", .length(1...200))
            case .scopes:
                Field(
                    "What the service may do at the vault: secrets.codes, secrets.read, secrets.write; absent for a token that "
                        + "says only who the person is",
                    .items(1...3))
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
            case .accessToken: Field("A JWT of type at+jwt: the bearer token")
            case .expiresAtMs: Field("The moment at which it expires")
            }
        }
    }

    public static let example = (
        params: Params(audience: "https://shop.example"),
        answer: Answer(accessToken: Sample.grant.accessToken, expiresAtMs: Sample.earlier)
    )
}
