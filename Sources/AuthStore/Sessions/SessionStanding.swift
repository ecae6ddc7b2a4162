public import Primitives

/// How one session stands, and the place in the feed it was read at, from one snapshot.
public struct SessionStanding: Sendable, Hashable {
    /// The account; nil where there is none.
    public let account: AccountRecord?
    /// The session; nil where there is none.
    public let session: SessionRecord?
    /// Whether the account was deleted.
    public let isDeleted: Bool
    /// The feed, and the last event numbered in it.
    public let epoch: EpochID, asOf: Int64
}
