public import JSONRPC
public import Primitives

public enum AccountDelete: Method {
    public static let name = "account.delete"
    public static let summary = "Deletes the account and all that belongs to it, here and in the vault."
    public static let explanation =
        "Needs a fresh code of purpose deleteAccount. Unusable at return, the number free at once; the vault is told "
        + "until it acknowledges."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.codeWrong, .codeExpired, .tooManyAttempts, .codeWait]

    public struct Params: WireObject {
        public var challengeId: ChallengeID
        public var code: OneTimeCode
        public var requestId: RequestID?

        public enum CodingKeys: String, CodingKey { case challengeId, code, requestId }

        public init(challengeId: ChallengeID, code: OneTimeCode, requestId: RequestID? = nil) {
            (self.challengeId, self.code, self.requestId) = (challengeId, code, requestId)
        }

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

    public typealias Answer = Nothing

    public static let example = (params: Params(challengeId: Sample.challenge, code: Sample.code), answer: Nothing())
}
