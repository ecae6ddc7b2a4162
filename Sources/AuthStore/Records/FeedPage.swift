public import Primitives

/// A stretch of the revocation feed, read from one snapshot.
public struct FeedPage: Sendable, Hashable {
    /// The feed; another one means everything known from it is void.
    public let epoch: EpochID
    /// Events up to here are no longer held.
    public let floor: Int64
    /// The last event numbered.
    public let head: Int64
    /// In order.
    public let events: [FeedEvent]

    /// A stretch of the feed.
    public init(epoch: EpochID, floor: Int64, head: Int64, events: [FeedEvent]) {
        self.epoch = epoch
        self.floor = floor
        self.head = head
        self.events = events
    }
}
