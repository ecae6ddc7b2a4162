public import JSONRPC
public import Primitives

public enum RevocationPoll: Method {
    public static let name = "revocation.poll"
    public static let summary =
        "Gives the revocation events after a place in the feed; waits a little when there are none."
    public static let explanation =
        "Nothing is answered from a read that was made before the request arrived. A feedEpoch other than the "
        + "caller's, or a floor above its place, means: forget all standing and begin at head."
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
            case .feedEpoch: Field("The feed the caller has followed; absent at first")
            case .after: Field("The last event the caller has applied")
            case .waitMs: Field("How long to wait for an event; 700 when absent", .range(0...700))
            }
        }
    }

    public struct Answer: WireObject {
        public var feedEpoch: EpochID
        public var floor: DecimalInt64
        public var head: DecimalInt64
        public var events: [RevocationEvent]

        public enum CodingKeys: String, CodingKey { case feedEpoch, floor, head, events }

        public init(feedEpoch: EpochID, floor: DecimalInt64, head: DecimalInt64, events: [RevocationEvent]) {
            (self.feedEpoch, self.floor, self.head, self.events) = (feedEpoch, floor, head, events)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .feedEpoch: Field("The feed")
            case .floor: Field("Events up to here are no longer held")
            case .head: Field("The last event numbered")
            case .events: Field("In order, at most 500", .items(0...500))
            }
        }
    }

    public static let example = (
        params: Params(feedEpoch: Sample.epoch, after: DecimalInt64(7), waitMs: 0),
        answer: Answer(feedEpoch: Sample.epoch, floor: DecimalInt64(0), head: DecimalInt64(7), events: [])
    )
}
