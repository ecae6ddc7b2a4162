public import JSONRPC
public import Primitives

public enum OTPVerify: Method {
    public static let name = "otp.verify"
    public static let summary = "Proves a number with its code, and opens a session."
    public static let explanation =
        "A device new to an account that has other devices is not let in by a code alone: its session is unproven, "
        + "sees nothing and evicts no one until it is admitted."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .notRegistered, .blocked, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var challengeId: ChallengeID
        public var code: OneTimeCode
        public var deviceName: String?
        public var requestId: RequestID?

        public enum CodingKeys: String, CodingKey { case challengeId, code, deviceName, requestId }

        public init(
            challengeId: ChallengeID, code: OneTimeCode, deviceName: String? = nil, requestId: RequestID? = nil
        ) {
            (self.challengeId, self.code, self.deviceName, self.requestId) = (challengeId, code, deviceName, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("From otp.request with purpose login")
            case .code: Field("The code from the message")
            case .deviceName: Field("What this device calls itself", .length(1...64))
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    public struct Answer: WireObject {
        public var session: SessionGrant
        public var next: String?

        public enum CodingKeys: String, CodingKey { case session, next }

        public init(session: SessionGrant, next: String? = nil) { (self.session, self.next) = (session, next) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .session: Field("The session")
            case .next: Field("Admit: the session waits to be admitted by a device that is already in")
            }
        }
    }

    public static let example = (
        params: Params(challengeId: Sample.challenge, code: Sample.code),
        answer: Answer(session: Sample.grant)
    )
}
