public import JSONRPC
public import Primitives

public enum PINProve: Method {
    public static let name = "pin.prove"
    public static let summary = "Proves a PIN: opens a session, or gives the share that unlocks a device's store."
    public static let explanation =
        "The purpose of the challenge decides. A login by an admitted device opens a session without a code; by a new device "
        + "it opens a session in place of the unproven one. The attempt is counted before the proof is verified. Three wrong "
        + "ones in a row by admitted devices block the account; three by new devices stop only new devices, for 24 hours. The "
        + "same call, repeated, uses up no further attempt."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofPINProofs + [.blocked, .requestIdReused]

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
            case .challengeId: Field("A challenge of pin.challenge with purpose login or unlock")
            case .proof: Field("The Ed25519 signature with the key of the PIN")
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var unlockShare: UnlockShare
        public var offlineUnlockHours: Int
        public var session: SessionGrant?
        public var next: String?
        public enum CodingKeys: String, CodingKey { case unlockShare, offlineUnlockHours, session, next }

        public init(
            unlockShare: UnlockShare, offlineUnlockHours: Int, session: SessionGrant? = nil, next: String? = nil
        ) {
            (self.unlockShare, self.offlineUnlockHours) = (unlockShare, offlineUnlockHours)
            (self.session, self.next) = (session, next)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .unlockShare: Field("One half of the key of the device's synchronised rows; the same for every PIN")
            case .offlineUnlockHours: .offlineUnlockHours
            case .session: Field("The session; present for the purpose login")
            case .next: .nextStep
            }
        }
    }

    public static let example = (
        params: Params(challengeId: Sample.pinChallenge, proof: Sample.pinSignature),
        answer: Answer(unlockShare: Sample.unlockShare, offlineUnlockHours: 72, session: Sample.grant)
    )
}
