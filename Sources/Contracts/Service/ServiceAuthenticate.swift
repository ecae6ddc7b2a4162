public import JSONRPC
public import Primitives

public enum ServiceAuthenticate: Method {
    public static let name = "service.authenticate"
    public static let summary = "Opens an authenticated session between the two services."
    public static let explanation =
        "One service signs an assertion with its own key. Both derive a session key from ephemeral keys; it is valid "
        + "for at most 300 s, and later calls carry a MAC under it."
    public static let credential = Credential.assertion
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.callRefused]

    public struct Params: WireObject {
        public var assertion: String
        public enum CodingKeys: String, CodingKey { case assertion }

        public init(assertion: String) { self.assertion = assertion }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .assertion:
                Field(
                    "A compact JWS: iss, aud, iat, exp, jti and an ephemeral key, signed by the caller's "
                        + "service key", .length(1...4096))
            }
        }
    }

    public struct Answer: WireObject {
        public var handle: String
        public var publicKey: String
        public var signature: String
        public var expiresAtMs: Instant
        public enum CodingKeys: String, CodingKey { case handle, publicKey, signature, expiresAtMs }

        public init(handle: String, publicKey: String, signature: String, expiresAtMs: Instant) {
            (self.handle, self.publicKey) = (handle, publicKey)
            (self.signature, self.expiresAtMs) = (signature, expiresAtMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .handle: Field("The opaque handle of the session key, which any instance can open", .length(1...2048))
            case .publicKey:
                Field("The answering service's ephemeral P-256 key, uncompressed, base64url", .length(80...100))
            case .signature:
                Field(
                    "The answering service's signature over both ephemeral keys and the handle, base64url",
                    .length(80...100))
            case .expiresAtMs: Field("The time at which the session key expires")
            }
        }
    }

    public static let example = (
        params: Params(assertion: "eyJ…"),
        answer: Answer(
            handle: "c2VhbGVk", publicKey: Sample.ephemeralKey, signature: Sample.signature,
            expiresAtMs: Sample.soon)
    )
}
