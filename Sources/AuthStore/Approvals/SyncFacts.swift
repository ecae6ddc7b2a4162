public import Domain
public import Primitives

/// The facts that explain why a person can or cannot sync.
public struct SyncFacts: Sendable, Hashable {
    public let account: AccountRecord
    public let group: FacilityGroup
    /// The sessions that were not ended, including those that have expired, newest first.
    public let sessions: [SessionRecord]
    /// The reason why the session that ended last ended; nil if none has.
    public let lastEnded: SessionEnd?
    /// True if a code for the number was requested that is neither used nor ended and has not expired.
    public let hasOpenChallenge: Bool
    /// The moment until which a device has to wait after wrong codes for the number, the latest of all devices; nil if none waits.
    public let codeWaitUntil: Instant?
    /// The end of the open hold, in which a device of the person is suspended; nil without one.
    public let heldUntil: Instant?
    /// True if a new PIN of the person waits to take effect.
    public let hasRequestedPIN: Bool
    /// The approvals of the parents of a child; empty for everybody else.
    public let parents: [ApprovalStatus]
    /// The access of a child; nil for everybody else.
    public let child: ChildDetails?
}
