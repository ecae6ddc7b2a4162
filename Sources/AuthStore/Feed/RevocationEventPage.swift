public import Primitives

/// A part of the revocation feed, read in one snapshot.
public struct RevocationEventPage: Sendable, Hashable {
    /// The epoch of the feed. When it changes, a reader discards every session state it has from the old epoch.
    public let epoch: EpochID
    /// Events up to this sequence number are no longer stored.
    public let floor: Int64
    /// The last sequence number that was assigned.
    public let head: Int64
    /// The events in order of their sequence numbers.
    public let events: [RevocationEventRecord]

    public init(epoch: EpochID, floor: Int64, head: Int64, events: [RevocationEventRecord]) {
        self.epoch = epoch
        self.floor = floor
        self.head = head
        self.events = events
    }
}
