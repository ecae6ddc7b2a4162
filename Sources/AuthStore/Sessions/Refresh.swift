public import Domain
public import Primitives

/// A refresh token that was shown with a valid proof of the key its session is bound to.
public struct Refresh: Sendable {
    /// Whose, and which session's.
    public let account: AccountID, session: SessionID
    /// The device key that proved itself.
    public let thumbprint: String
    /// The generation the token says it is of.
    public let generation: Int64
    /// The token's keyed hash.
    public let hash: [UInt8]
    /// The keyed hash of the successor it leads to, in a given family; a quick function.
    public let successorHash: @Sendable (FamilyID) -> [UInt8]
    /// How long a session may be left alone.
    public let idle: Duration
    /// The account's tag in the record of deletions.
    public let tag: [UInt8]

    /// A token that was shown.
    public init(
        account: AccountID, session: SessionID, thumbprint: String, generation: Int64, hash: [UInt8], idle: Duration,
        tag: [UInt8], successorHash: @escaping @Sendable (FamilyID) -> [UInt8]
    ) {
        self.account = account
        self.session = session
        self.thumbprint = thumbprint
        self.generation = generation
        self.hash = hash
        self.idle = idle
        self.tag = tag
        self.successorHash = successorHash
    }

    /// The result of a refresh.
    public enum Outcome: Sendable, Hashable {
        /// The session has the successor now, by this call or by one whose answer was lost.
        case refreshed(AccountRecord, SessionRecord)
        /// The session is not live. `loginRequired` stands for an unknown session and for another key's as well.
        case ended(SessionEnd)
    }
}
