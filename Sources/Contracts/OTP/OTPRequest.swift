public import Domain
public import JSONRPC
public import Primitives

public enum OTPRequest: Method {
    public static let name = "otp.request"
    public static let summary = "Sends a one-time code to a number, for a login or to confirm the account's deletion."
    public static let explanation =
        "Same answer, work and timing whether or not the number has an account. A code is bound to its challenge, "
        + "purpose, number and device key; a new one ends this device's previous one."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.sendLimit, .destinationRefused, .codeWait, .requestIdReused]

    public struct Params: WireObject {
        public var phone: String
        public var purpose: CodePurpose
        public var requestId: RequestID?

        public enum CodingKeys: String, CodingKey { case phone, purpose, requestId }

        public init(phone: String, purpose: CodePurpose, requestId: RequestID? = nil) {
            (self.phone, self.purpose, self.requestId) = (phone, purpose, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone:
                Field("The phone number; any common way of writing it, with the country's code", .length(5...40))
            case .purpose: Field("What the code will be good for")
            case .requestId: Field("Repeating it with the same content answers with the first result")
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
            case .challengeId: Field("Names the challenge")
            case .expiresAtMs: Field("When the code ends")
            case .resendAfterMs:
                Field("How long to wait before another code is sent, in milliseconds", .range(0...86_400_000))
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone, purpose: .login),
        answer: Answer(challengeId: Sample.challenge, expiresAtMs: Sample.soon, resendAfterMs: 60_000)
    )
}
