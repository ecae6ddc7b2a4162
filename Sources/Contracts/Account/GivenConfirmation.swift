public import JSONRPC
public import Primitives

/// The confirmation of an act: a recovery code, a one-time code with its challenge, a proof by PIN with its
/// challenge, or a code of the second factor.
public struct GivenConfirmation: WireObject {
    public var recoveryCode: RecoveryCode?
    public var challengeId: ChallengeID?
    public var code: OneTimeCode?
    public var pinChallengeId: PINChallengeID?
    public var pinProof: PINSignature?
    public var factorCode: AuthenticatorCode?
    public enum CodingKeys: String, CodingKey {
        case recoveryCode, challengeId, code, pinChallengeId, pinProof, factorCode
    }

    public init(recoveryCode: RecoveryCode) { self.recoveryCode = recoveryCode }

    public init(challengeId: ChallengeID, code: OneTimeCode) { (self.challengeId, self.code) = (challengeId, code) }

    public init(pinChallengeId: PINChallengeID, pinProof: PINSignature) {
        (self.pinChallengeId, self.pinProof) = (pinChallengeId, pinProof)
    }

    public init(factorCode: AuthenticatorCode) { self.factorCode = factorCode }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .recoveryCode: Field("A recovery code, which is used up; in place of all others")
        case .challengeId: Field("The challenge of an otp.request with the purpose in the fault confirmationRequired")
        case .code: Field("The code from the message")
        case .pinChallengeId: Field("A challenge of pin.challenge with purpose reauth")
        case .factorCode: Field("The present code of the account's second factor")
        case .pinProof: Field("The signature of that challenge with the key of the PIN")
        }
    }
}

extension Field {
    static let confirmation = Field("The confirmation, after the fault confirmationRequired")
    static let ownSecret = Field(
        "The confirmation by a recovery code, a PIN or a second factor, after the fault confirmationRequired; a one-time code "
            + "confirms nothing here")
    static let suspendedUntil = Field(
        "Present if a message alone has confirmed the act: the moment until which the device is suspended and the act can be "
            + "stopped")
}
