public import Domain
public import Primitives

/// A code about to be sent: the challenge, its message, what the send counts under, and the registration it is for.
public struct NewChallenge: Sendable {
    /// What the code is good for.
    public let purpose: CodePurpose
    /// The challenge; 128 random bits.
    public let id: ChallengeID
    /// The number's keyed index.
    public let phoneIndex: [UInt8]
    /// The device key it is bound to.
    public let thumbprint: String
    /// Salt and keyed hash of the code.
    public let salt: [UInt8], codeHash: [UInt8]
    /// When the code ends.
    public let expires: Instant
    /// The message, sealed; nil for a listed test number, whose code is fixed.
    public let message: OutboxEntry?
    /// What the send counts under.
    public let keys: SendKeys

    /// A code about to be sent.
    public init(
        purpose: CodePurpose, id: ChallengeID, phoneIndex: [UInt8], thumbprint: String, salt: [UInt8],
        codeHash: [UInt8], expires: Instant, message: OutboxEntry?, keys: SendKeys
    ) {
        self.purpose = purpose
        self.id = id
        self.phoneIndex = phoneIndex
        self.thumbprint = thumbprint
        self.salt = salt
        self.codeHash = codeHash
        self.expires = expires
        self.message = message
        self.keys = keys
    }

    /// What became of it.
    public enum Outcome: Sendable, Hashable {
        /// The challenge is open and its message in the outbox.
        case opened
        /// The request took effect before; the answer kept with it.
        case repeated(Once.Memory)
        /// No code may be sent before that moment; nothing was written.
        case sendLimit(retryAt: Instant)
        /// The device key guessed wrong too often in a row; nothing was written.
        case wait(until: Instant)
        /// The registration is not where the step needs it; nothing was written.
        case outOfStep
    }
}
