public import JSONRPC
public import Primitives

public enum RevocationPoll: Method {
    public static let name = "revocation.poll"
    public static let summary =
        "Returns the revocation events after a position in the feed; waits up to 700 ms when there are none."
    public static let explanation =
        "The answer always comes from a read after the request arrived. If the feedEpoch differs from the caller's, or "
        + "its after is below floor or above head, the caller discards all session states and goes on at head."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let isRead = true

    public struct Params: WireObject {
        public var feedEpoch: EpochID?
        public var after: DecimalInt64
        public var waitMs: Int?
        public enum CodingKeys: String, CodingKey { case feedEpoch, after, waitMs }

        public init(feedEpoch: EpochID? = nil, after: DecimalInt64, waitMs: Int? = nil) {
            (self.feedEpoch, self.after, self.waitMs) = (feedEpoch, after, waitMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .feedEpoch: Field("The epoch of the feed that the caller follows; absent at first")
            case .after: Field("The sequence number of the last event that the caller has applied")
            case .waitMs: Field("The longest wait for an event, in milliseconds; 700 when absent", .range(0...700))
            }
        }
    }

    public struct Answer: WireObject {
        public var feedEpoch: EpochID
        public var floor: DecimalInt64
        public var head: DecimalInt64
        public var events: [RevocationEvent]
        public var keySet: String?
        public enum CodingKeys: String, CodingKey { case feedEpoch, floor, head, events, keySet }

        public init(
            feedEpoch: EpochID, floor: DecimalInt64, head: DecimalInt64, events: [RevocationEvent],
            keySet: String? = nil
        ) {
            (self.feedEpoch, self.floor, self.head, self.events) = (feedEpoch, floor, head, events)
            self.keySet = keySet
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .feedEpoch: Field("The epoch of the feed")
            case .floor: Field("Events up to this sequence number are no longer stored")
            case .head: Field("The sequence number of the last event")
            case .events: Field("The events in order, at most 500", .items(0...500))
            case .keySet:
                Field(
                    "The hash of the keys that sign access tokens, which changes with them; the caller then fetches "
                        + "them. Absent from earlier versions",
                    .length(43...43))
            }
        }
    }

    public static let example = (
        params: Params(feedEpoch: Sample.epoch, after: DecimalInt64(7), waitMs: 0),
        answer: Answer(
            feedEpoch: Sample.epoch, floor: DecimalInt64(0), head: DecimalInt64(7), events: [], keySet: Sample.keySet)
    )
}
