public import JSONRPC
public import Primitives

public enum SecondFactorEnroll: Method {
    public static let name = "secondFactor.enroll"
    public static let summary = "Gives an account an authenticator, which secondFactor.confirm completes."
    public static let explanation =
        "Before it is confirmed it protects nothing, and another call replaces it. Within ten minutes of the registration, and in a "
        + "session that waits for a second factor because the group requires one, no confirmation is needed. One that was made "
        + "with a code by message confirms acts, and is asked for at logins, after 72 hours."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofMessagesAndRecoveryCodes + FaultKind.ofPINConfirmations + [
            .confirmationRequired, .changesHeld, .secondFactorUnknown, .secondFactorExists, .pinSetupRequired,
            .requestIdReused,
        ]

    public struct Params: WireObject {
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case confirmation, requestId }

        public init(confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil) {
            self.confirmation = confirmation
            self.requestId = requestId
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .confirmation: .confirmation
            case .requestId:
                Field("Idempotency key: for ten minutes, a repeated call with the same content gets the same secret")
            }
        }
    }

    public struct Answer: WireObject {
        public var secret: AuthenticatorSecret
        public var issuer: String
        public var accountName: String
        public var countsFromMs: Instant
        public enum CodingKeys: String, CodingKey { case secret, issuer, accountName, countsFromMs }

        public init(secret: AuthenticatorSecret, issuer: String, accountName: String, countsFromMs: Instant) {
            self.secret = secret
            self.issuer = issuer
            self.accountName = accountName
            self.countsFromMs = countsFromMs
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .secret:
                Field(
                    "160 bits as base32, for codes by RFC 6238: SHA-1, six digits, 30 seconds; shown in this answer only"
                )
            case .issuer: Field("The issuer that an authenticator shows", .length(1...200))
            case .accountName:
                Field("The account's name that an authenticator shows, without the whole number", .length(1...40))
            case .countsFromMs: Field("The moment from which the factor confirms acts and is asked for at logins")
            }
        }
    }

    public static let example = (
        params: Params(),
        answer: Answer(
            secret: Sample.factorSecret, issuer: "auth.example", accountName: "+49•••••678",
            countsFromMs: Sample.earlier)
    )
}
