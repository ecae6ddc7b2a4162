public import Domain
public import Primitives

/// A code about to be sent: its challenge, its message, and the keys its sending is counted under.
public struct NewChallenge: Sendable {
    public let purpose: CodePurpose
    public let id: ChallengeID
    /// The device key the code is bound to.
    public let thumbprint: String
    /// The salt and the keyed hash of the code.
    public let salt: [UInt8], codeHash: [UInt8]
    /// The number of the key of `codeHash`.
    public let hashKey: Int
    public let expires: Instant
    /// The message, encrypted; nil for a listed test number, whose code is fixed.
    public let message: OutboxEntry?
    public let keys: SendKeys

    /// The number the code is sent to.
    public var phoneIndex: PhoneIndex { keys.phone }

    public init(
        purpose: CodePurpose, id: ChallengeID, thumbprint: String, salt: [UInt8], codeHash: [UInt8],
        hashKey: Int = 1, expires: Instant, message: OutboxEntry?, keys: SendKeys
    ) {
        self.purpose = purpose
        self.id = id
        self.thumbprint = thumbprint
        self.salt = salt
        self.codeHash = codeHash
        self.hashKey = hashKey
        self.expires = expires
        self.message = message
        self.keys = keys
    }

    public enum Outcome: Sendable, Hashable {
        /// The request took effect: the challenge, if it has one, is open, and the message, if it has one, is in the
        /// outbox.
        case opened
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// A limit allows no code, or no start of a registration without a code, before `retryAt`; nothing was written.
        case sendLimit(retryAt: Instant)
        /// The device key had too many attempts in a row; nothing was written.
        case wait(until: Instant)
        /// The registration changed since the transition was decided; nothing was written.
        case stateChanged
    }
}
