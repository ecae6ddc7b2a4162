public import Domain
public import JSONRPC
public import Primitives

public enum PINRequestReset: Method {
    public static let name = "pin.requestReset"
    public static let summary = "Requests a new PIN for a person who has forgotten theirs."
    public static let explanation =
        "A code from a message with purpose resetPIN confirms the request. A person who may sync waits for approval again. The "
        + "new PIN takes the place of the present one when an operator approves the person; in a group that approves "
        + "automatically when another admitted device or a recovery code confirms it (pin.confirmReset), or after 72 hours. Until "
        + "then every admitted device may cancel it, and the present PIN stays. Another request replaces the first one."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .pinChallengeExpired, .changesHeld, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var challengeId: PINChallengeID
        public var newPublicKey: PINPublicKey
        public var newProof: PINSignature
        public var codeChallengeId: ChallengeID
        public var code: OneTimeCode
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey {
            case challengeId, newPublicKey, newProof, codeChallengeId, code, requestId
        }

        public init(
            challengeId: PINChallengeID, newPublicKey: PINPublicKey, newProof: PINSignature,
            codeChallengeId: ChallengeID, code: OneTimeCode, requestId: RequestID? = nil
        ) {
            (self.challengeId, self.newPublicKey, self.newProof) = (challengeId, newPublicKey, newProof)
            (self.codeChallengeId, self.code, self.requestId) = (codeChallengeId, code, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("A challenge of pin.challenge with purpose change")
            case .newPublicKey: Field("The Ed25519 public key that is derived from the new PIN")
            case .newProof: Field("The signature with that key, with purpose enrol and the new generation")
            case .codeChallengeId: Field("The challenge of otp.request with purpose resetPIN")
            case .code: Field("The code of that challenge")
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var approval: ApprovalStatus
        public var takesEffectAtMs: Instant?
        public enum CodingKeys: String, CodingKey { case approval, takesEffectAtMs }

        public init(approval: ApprovalStatus, takesEffectAtMs: Instant? = nil) {
            (self.approval, self.takesEffectAtMs) = (approval, takesEffectAtMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .approval: Field("The person's approval status from now on")
            case .takesEffectAtMs: .pinTakesEffect
            }
        }
    }

    public static let example = (
        params: Params(
            challengeId: Sample.pinChallenge, newPublicKey: Sample.pinPublicKey, newProof: Sample.pinSignature,
            codeChallengeId: Sample.challenge, code: Sample.code),
        answer: Answer(approval: .waitingForApproval)
    )
}
