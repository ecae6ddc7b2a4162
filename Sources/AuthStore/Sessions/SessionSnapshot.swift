public import Domain
public import Primitives

/// A session and its account, read in one snapshot with the position of the revocation feed.
public struct SessionSnapshot: Sendable, Hashable {
    /// The account; nil where `session` is nil.
    public let account: AccountRecord?
    /// The session; nil where the account has none under the identifier.
    public let session: SessionRecord?
    /// True if the account was deleted and the deletion is on record.
    public let isDeleted: Bool
    /// False if the account belongs to a group that is not served.
    public let isServed: Bool
    /// The epoch of the feed, and the sequence number of its last event when this was read.
    public let epoch: EpochID, asOf: Int64

    /// Evaluates the session by ``SessionRule``. A live session of a group that is not served is answered like an
    /// unknown one, for which no device deletes anything.
    /// - Parameters:
    ///   - tokenSecretVersion: the version in the access token that was presented; nil where none was.
    ///   - idle: the time that a session may go without a refresh.
    public func verdict(tokenSecretVersion: Int64? = nil, idle: Duration, at now: Instant) -> SessionVerdict {
        let verdict = SessionRule.evaluate(
            account: account?.facts ?? (isDeleted ? .deleted : .unknown), session: session?.facts(idle: idle),
            tokenSecretVersion: tokenSecretVersion, at: now)
        return verdict.end == nil && !isServed ? .ended(.loginRequired) : verdict
    }
}
