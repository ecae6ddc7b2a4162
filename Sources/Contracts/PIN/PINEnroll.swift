public import JSONRPC
public import Primitives

public enum PINEnroll: Method {
    public static let name = "pin.enroll"
    public static let summary = "Gives an account that has no PIN its PIN."
    public static let explanation =
        "The signature shows that the device can derive the key. Within ten minutes of the registration, and where the session "
        + "waits for its PIN (scope pin_required), no confirmation is needed. A PIN that was confirmed by a code from a message "
        + "confirms acts after 72 hours."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofMessagesAndRecoveryCodes + FaultKind.ofSecondFactorConfirmations + [
            .confirmationRequired, .changesHeld, .pinChallengeExpired, .pinExists, .secondFactorRequired,
            .requestIdReused,
        ]

    public struct Params: WireObject {
        public var challengeId: PINChallengeID
        public var publicKey: PINPublicKey
        public var proof: PINSignature
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case challengeId, publicKey, proof, confirmation, requestId }

        public init(
            challengeId: PINChallengeID, publicKey: PINPublicKey, proof: PINSignature,
            confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil
        ) {
            (self.challengeId, self.publicKey, self.proof) = (challengeId, publicKey, proof)
            (self.confirmation, self.requestId) = (confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("A challenge of pin.challenge with purpose enrol")
            case .publicKey: Field("The Ed25519 public key that is derived from the PIN")
            case .proof: Field("The signature of the challenge with that key")
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var unlockShare: UnlockShare
        public var offlineUnlockHours: Int
        public var countsFromMs: Instant
        public enum CodingKeys: String, CodingKey { case unlockShare, offlineUnlockHours, countsFromMs }

        public init(unlockShare: UnlockShare, offlineUnlockHours: Int, countsFromMs: Instant) {
            (self.unlockShare, self.offlineUnlockHours) = (unlockShare, offlineUnlockHours)
            self.countsFromMs = countsFromMs
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .unlockShare: Field("One half of the key of the device's synchronised rows; the same for every PIN")
            case .offlineUnlockHours: .offlineUnlockHours
            case .countsFromMs: Field("The moment from which the PIN confirms acts on the account")
            }
        }
    }

    public static let example = (
        params: Params(
            challengeId: Sample.pinChallenge, publicKey: Sample.pinPublicKey, proof: Sample.pinSignature),
        answer: Answer(unlockShare: Sample.unlockShare, offlineUnlockHours: 72, countsFromMs: Sample.earlier)
    )
}
