public import JSONRPC
public import Primitives

/// Begins an authenticated conversation between the two services.
///
/// One service signs an assertion with its own key; both derive a session key of at most 300 s from ephemeral keys,
/// and later calls carry a MAC under it.
public enum ServiceAuthenticate: Method {
    /// The wire's name.
    public static let name = "service.authenticate"
    /// For the table of methods.
    public static let summary = "Begins an authenticated conversation between the two services."
    /// For the document.
    public static let explanation =
        "One service signs an assertion with its own key; both derive a session key of at most 300 s "
        + "from ephemeral keys, and later calls carry a MAC under it."
    /// What the caller shows.
    public static let credential = Credential.assertion
    /// Where it is served.
    public static let listeners: Set<Listener> = [.internal]
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.callRefused]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// A compact JWS: iss, aud, iat, exp, jti and an ephemeral key, signed by the caller's service key
        public var assertion: String

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case assertion
        }

        /// See the members.
        public init(assertion: String) {
            self.assertion = assertion
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .assertion:
                Field(
                    "A compact JWS: iss, aud, iat, exp, jti and an ephemeral key, signed by the caller's "
                        + "service key", .length(1...4096))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Names the session key; opaque, any instance can open it
        public var handle: String
        /// The answering service's ephemeral P-256 key, uncompressed, base64url
        public var publicKey: String
        /// The answering service's signature over both ephemeral keys and the handle, base64url
        public var signature: String
        /// When the session key ends
        public var expiresAtMs: Instant

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case handle, publicKey, signature, expiresAtMs
        }

        /// See the members.
        public init(handle: String, publicKey: String, signature: String, expiresAtMs: Instant) {
            self.handle = handle
            self.publicKey = publicKey
            self.signature = signature
            self.expiresAtMs = expiresAtMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .handle: Field("Names the session key; opaque, any instance can open it", .length(1...2048))
            case .publicKey:
                Field("The answering service's ephemeral P-256 key, uncompressed, base64url", .length(80...100))
            case .signature:
                Field(
                    "The answering service's signature over both ephemeral keys and the handle, base64url",
                    .length(80...100))
            case .expiresAtMs: Field("When the session key ends")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(assertion: "eyJ…"),
            Answer(
                handle: "c2VhbGVk", publicKey: Sample.ephemeralKey, signature: Sample.signature,
                expiresAtMs: Sample.soon)
        )
    }
}
