public import Domain
public import JSONRPC
public import Primitives

public enum OTPRequest: Method {
    public static let name = "otp.request"
    public static let summary = "Sends a one-time code to a number, for a login or to confirm an act on the account."
    public static let explanation =
        "The answer, the work and the timing are the same whether or not the number has an account. A code is bound to "
        + "its challenge, purpose, number and device key; a new code replaces this device's previous one."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.sendLimit, .destinationRefused, .codeWait, .requestIdReused]

    public struct Params: WireObject {
        public var phone: String
        public var purpose: CodePurpose
        public var language: LanguageTag?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case phone, purpose, language, requestId }

        public init(phone: String, purpose: CodePurpose, language: LanguageTag? = nil, requestId: RequestID? = nil) {
            (self.phone, self.purpose, self.language, self.requestId) = (phone, purpose, language, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .phone
            case .purpose: Field("The purpose of the code; it is valid for no other")
            case .language: .language
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var challengeId: ChallengeID
        public var expiresAtMs: Instant
        public var resendAfterMs: Int
        public enum CodingKeys: String, CodingKey { case challengeId, expiresAtMs, resendAfterMs }

        public init(challengeId: ChallengeID, expiresAtMs: Instant, resendAfterMs: Int) {
            (self.challengeId, self.expiresAtMs, self.resendAfterMs) = (challengeId, expiresAtMs, resendAfterMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The challenge that the code answers")
            case .expiresAtMs: Field("The time at which the code expires")
            case .resendAfterMs:
                Field("The time until another code may be requested, in milliseconds", .range(0...86_400_000))
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone, purpose: .login),
        answer: Answer(challengeId: Sample.challenge, expiresAtMs: Sample.soon, resendAfterMs: 60_000)
    )
}
