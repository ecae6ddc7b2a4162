public import JSONRPC
public import Primitives

public enum OTPVerify: Method {
    public static let name = "otp.verify"
    public static let summary = "Checks the code that was sent to a number, and opens a session."
    public static let explanation =
        "A code alone does not admit a new device to an account that has admitted others: until it is admitted, its "
        + "session is unproven, can read nothing but its own status and ends no other device's session. For an operator this "
        + "also holds for the first device: it is admitted by the enrolment secret. A wrong or used secret gives the same "
        + "answer as none. A recovery code shown with the code admits the device in the same call; it is used up only if the "
        + "device needs it. A wrong one opens no session, and the code from the message can be entered again."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .notRegistered, .blocked, .groupNotServed,
        .requestIdReused,
        .recoveryCodeWrong, .recoveryCodeTooNew,
    ]

    public struct Params: WireObject {
        public var challengeId: ChallengeID
        public var code: OneTimeCode
        public var deviceName: DeviceName?
        public var enrolmentSecret: EnrolmentSecret?
        public var recoveryCode: RecoveryCode?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey {
            case challengeId, code, deviceName, enrolmentSecret, recoveryCode, requestId
        }

        public init(
            challengeId: ChallengeID, code: OneTimeCode, deviceName: DeviceName? = nil,
            enrolmentSecret: EnrolmentSecret? = nil, recoveryCode: RecoveryCode? = nil, requestId: RequestID? = nil
        ) {
            (self.challengeId, self.code, self.deviceName) = (challengeId, code, deviceName)
            (self.enrolmentSecret, self.recoveryCode, self.requestId) = (enrolmentSecret, recoveryCode, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The challenge of an otp.request with purpose login")
            case .code: Field("The code from the message")
            case .deviceName: .deviceName
            case .enrolmentSecret: Field("An operator's secret from operator.enrol, which admits the device")
            case .recoveryCode: Field("A recovery code of the account, which admits the device and is used up")
            case .requestId: .idempotencyKey
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
            case .next: .nextStep
            }
        }
    }

    public static let example = (
        params: Params(challengeId: Sample.challenge, code: Sample.code),
        answer: Answer(session: Sample.grant)
    )
}
