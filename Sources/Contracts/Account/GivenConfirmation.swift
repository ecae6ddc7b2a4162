public import JSONRPC
public import Primitives

/// The confirmation of an act: either a recovery code, or a one-time code with its challenge.
public struct GivenConfirmation: WireObject {
    public var recoveryCode: RecoveryCode?
    public var challengeId: ChallengeID?
    public var code: OneTimeCode?
    public enum CodingKeys: String, CodingKey { case recoveryCode, challengeId, code }

    public init(recoveryCode: RecoveryCode) { self.recoveryCode = recoveryCode }

    public init(challengeId: ChallengeID, code: OneTimeCode) { (self.challengeId, self.code) = (challengeId, code) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .recoveryCode: Field("A recovery code, which is used up; in place of challengeId and code")
        case .challengeId: Field("The challenge of an otp.request with the purpose that confirmationRequired names")
        case .code: Field("The code from the message")
        }
    }
}

extension Field {
    static let confirmation = Field("The confirmation, after the fault confirmationRequired")
    static let suspendedUntil = Field(
        "Present if a message alone has confirmed the act: the moment until which the device is suspended and the act can be "
            + "stopped")
}
