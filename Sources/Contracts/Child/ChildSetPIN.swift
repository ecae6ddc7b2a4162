public import JSONRPC
public import Primitives

public enum ChildSetPIN: Method {
    public static let name = "child.setPIN"
    public static let summary = "Stores the PIN of a child's bound device, and logs the child in."
    public static let explanation =
        "A device makes its PIN once. The service gets the public key that the device derives from the PIN and from a secret of "
        + "its own, and verifies the signature over the challenge with it. A device that has a PIN already is flowError."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofChildDevices + [.pinChallengeExpired, .flowError, .requestIdReused]

    public struct Params: WireObject {
        public var challengeId: PINChallengeID
        public var publicKey: PINPublicKey
        public var proof: PINSignature
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case challengeId, publicKey, proof, requestId }

        public init(
            challengeId: PINChallengeID, publicKey: PINPublicKey, proof: PINSignature, requestId: RequestID? = nil
        ) {
            (self.challengeId, self.publicKey) = (challengeId, publicKey)
            (self.proof, self.requestId) = (proof, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The challenge of device.bind, or of child.challenge in CHILD_PIN_SETUP")
            case .publicKey: Field("The Ed25519 public key that is derived from the PIN")
            case .proof: Field("The signature with that key, for the purpose enrol")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = ChildSignIn

    public static let example = (
        params: Params(
            challengeId: Sample.pinChallenge, publicKey: Sample.pinPublicKey, proof: Sample.pinSignature),
        answer: Sample.childSignIn
    )
}
