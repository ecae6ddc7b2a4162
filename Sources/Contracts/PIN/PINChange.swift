public import JSONRPC
public import Primitives

public enum PINChange: Method {
    public static let name = "pin.change"
    public static let summary = "Gives an account another PIN in place of its present one, which is proven."
    public static let explanation =
        "The present PIN signs the challenge with purpose change and its own generation, the new one with purpose enrol and "
        + "the new generation. A wrong proof by the present PIN counts as in pin.prove. The new PIN confirms acts from the "
        + "moment from which the former one does."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofPINConfirmations + [.blocked, .requestIdReused]

    public struct Params: WireObject {
        public var challengeId: PINChallengeID
        public var proof: PINSignature
        public var newPublicKey: PINPublicKey
        public var newProof: PINSignature
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case challengeId, proof, newPublicKey, newProof, requestId }

        public init(
            challengeId: PINChallengeID, proof: PINSignature, newPublicKey: PINPublicKey, newProof: PINSignature,
            requestId: RequestID? = nil
        ) {
            (self.challengeId, self.proof, self.newPublicKey) = (challengeId, proof, newPublicKey)
            (self.newProof, self.requestId) = (newProof, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("A challenge of pin.challenge with purpose change")
            case .proof: Field("The signature with the key of the present PIN, with purpose change")
            case .newPublicKey: Field("The Ed25519 public key that is derived from the new PIN")
            case .newProof: Field("The signature with that key, with purpose enrol and the new generation")
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var countsFromMs: Instant
        public enum CodingKeys: String, CodingKey { case countsFromMs }

        public init(countsFromMs: Instant) { self.countsFromMs = countsFromMs }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .countsFromMs: Field("The moment from which the PIN confirms acts on the account")
            }
        }
    }

    public static let example = (
        params: Params(
            challengeId: Sample.pinChallenge, proof: Sample.pinSignature, newPublicKey: Sample.pinPublicKey,
            newProof: Sample.pinSignature),
        answer: Answer(countsFromMs: Sample.earlier)
    )
}
