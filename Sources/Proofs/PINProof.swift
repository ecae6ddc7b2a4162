public import Cryptography
public import Vocabulary

/// What a PIN's key signs to show that the right PIN was entered, for one challenge, subject, device and purpose.
public struct PINProof: Hashable, Sendable {
    /// What the proof is for; one made for login unlocks nothing.
    public enum Purpose: String, Hashable, Sendable, CaseIterable, Codable {
        /// Letting a device in.
        case login
        /// Opening the local store.
        case unlock
        /// Making a PIN: shows that the new key is held.
        case enrol
        /// Replacing a PIN.
        case change
        /// Confirming something serious.
        case reauth
    }

    /// The service that asked, as in its tokens' `iss`.
    public let issuer: String
    /// The challenge's name, a lower-case UUID.
    public let challengeID: ChallengeID
    /// The challenge, random bytes.
    public let challenge: [UInt8]
    /// Whose PIN: an account's or a binding's id, a lower-case UUID.
    public let subject: String
    /// Which PIN of that subject, counted from 1; signed as decimal digits.
    public let generation: Int64
    /// The device that answers: the 32 raw bytes of its key's thumbprint.
    public let deviceThumbprint: [UInt8]
    /// What for.
    public let purpose: Purpose

    /// See the members.
    public init(
        issuer: String, challengeID: ChallengeID, challenge: [UInt8], subject: String, generation: Int64,
        deviceThumbprint: [UInt8], purpose: Purpose
    ) {
        self.issuer = issuer
        self.challengeID = challengeID
        self.challenge = challenge
        self.subject = subject
        self.generation = generation
        self.deviceThumbprint = deviceThumbprint
        self.purpose = purpose
    }

    /// The bytes that are signed.
    public var message: [UInt8] {
        LP.encode(
            "latchkey/pin-proof/1", Array(issuer.utf8), Array(challengeID.description.utf8), challenge,
            Array(subject.utf8), Array(String(generation).utf8), deviceThumbprint, Array(purpose.rawValue.utf8))
    }

    /// The 64-byte proof.
    public func sign(with key: Ed25519.PrivateKey) -> [UInt8] { key.sign(message) }

    /// Whether a proof is right for the enrolled key. The attempt is counted before this is asked.
    public func isValid(_ proof: [UInt8], by key: Ed25519.PublicKey) -> Bool { key.isValid(proof, of: message) }
}
