public import JSONRPC
public import Primitives

public enum ChildVerifyPIN: Method {
    public static let name = "child.verifyPIN"
    public static let summary = "Logs a child in by the PIN of its bound device."
    public static let explanation =
        "The attempt is counted before the proof is verified. The third wrong one in a row locks the access until a parent "
        + "unlocks it; only the bound device can use attempts up. The same call, repeated, uses up no further attempt."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofChildDevices + [.pinWrong, .pinChallengeExpired, .flowError, .requestIdReused]

    public struct Params: WireObject {
        public var challengeId: PINChallengeID
        public var proof: PINSignature
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case challengeId, proof, requestId }

        public init(challengeId: PINChallengeID, proof: PINSignature, requestId: RequestID? = nil) {
            (self.challengeId, self.proof, self.requestId) = (challengeId, proof, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The challenge of child.challenge")
            case .proof: Field("The Ed25519 signature with the key of the PIN, for the purpose login")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = ChildSignIn

    public static let example = (
        params: Params(challengeId: Sample.pinChallenge, proof: Sample.pinSignature), answer: Sample.childSignIn
    )
}
