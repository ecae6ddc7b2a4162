public import JSONRPC
public import Primitives

public enum AccountDelete: Method {
    public static let name = "account.delete"
    public static let summary = "Deletes the account and all its data, in auth and in the vault."
    public static let explanation =
        "Needs a code of purpose deleteAccount, which is refused during a hold and for 72 hours after one was ended; or a PIN, a code "
        + "of the second factor or a recovery code. When the call returns, the account is unusable and its number is free; the vault's data "
        + "is deleted by an outbox entry that is repeated until the vault acknowledges it."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = FaultKind.ofConfirmations

    public struct Params: WireObject {
        public var challengeId: ChallengeID?
        public var code: OneTimeCode?
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case challengeId, code, confirmation, requestId }

        public init(challengeId: ChallengeID, code: OneTimeCode, requestId: RequestID? = nil) {
            (self.challengeId, self.code, self.requestId) = (challengeId, code, requestId)
        }

        public init(confirmation: GivenConfirmation?, requestId: RequestID? = nil) {
            (self.confirmation, self.requestId) = (confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The challenge of an otp.request with purpose deleteAccount")
            case .code: Field("The code from the message")
            case .confirmation:
                Field("A PIN, a code of the second factor or a recovery code; in place of challengeId and code")
            case .requestId:
                Field(
                    "Accepted and not used: a repetition after the deletion is refused with 401 accountDeleted, which "
                        + "then means done")
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(challengeId: Sample.challenge, code: Sample.code), answer: Nothing())
}
