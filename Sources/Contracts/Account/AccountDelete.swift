public import JSONRPC
public import Primitives

/// Deletes the account and all that belongs to it, here and in the vault.
///
/// Needs a fresh code of purpose deleteAccount. Unusable at return, the number free at once; the vault is told until
/// it acknowledges.
public enum AccountDelete: Method {
    /// The wire's name.
    public static let name = "account.delete"
    /// For the table of methods.
    public static let summary = "Deletes the account and all that belongs to it, here and in the vault."
    /// For the document.
    public static let explanation =
        "Needs a fresh code of purpose deleteAccount. Unusable at return, the number free at once; the "
        + "vault is told until it acknowledges."
    /// What the caller shows.
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.codeWrong, .codeExpired, .tooManyAttempts, .codeWait]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// From otp.request with purpose deleteAccount
        public var challengeId: ChallengeID
        /// The code from the message
        public var code: OneTimeCode
        /// What a repeated call is known by; once it took effect the answer is 401 accountDeleted, which then means done
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case challengeId, code, requestId
        }

        /// See the members.
        public init(challengeId: ChallengeID, code: OneTimeCode, requestId: RequestID? = nil) {
            self.challengeId = challengeId
            self.code = code
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("From otp.request with purpose deleteAccount")
            case .code: Field("The code from the message")
            case .requestId:
                Field(
                    "What a repeated call is known by; once it took effect the answer is 401 accountDeleted, which then "
                        + "means done")
            }
        }
    }

    /// As Nothing says.
    public typealias Answer = Nothing

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(challengeId: Sample.challenge, code: Sample.code),
            Nothing()
        )
    }
}
