public import JSONRPC
public import Primitives

/// Gives the revocation events after a place in the feed; waits a little when there are none.
///
/// Nothing is answered from a read that was made before the request arrived. A feedEpoch other than the caller's, or
/// a floor above its place, means: forget all standing and begin at head.
public enum RevocationPoll: Method {
    /// The wire's name.
    public static let name = "revocation.poll"
    /// For the table of methods.
    public static let summary =
        "Gives the revocation events after a place in the feed; waits a little when there are none."
    /// For the document.
    public static let explanation =
        "Nothing is answered from a read that was made before the request arrived. A feedEpoch other "
        + "than the caller's, or a floor above its place, means: forget all standing and begin at head."
    /// What the caller shows.
    public static let credential = Credential.service
    /// Where it is served.
    public static let listeners: Set<Listener> = [.internal]
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The feed the caller has followed; absent at first
        public var feedEpoch: EpochID?
        /// The last event the caller has applied
        public var after: DecimalInt64
        /// How long to wait for an event; 700 when absent
        public var waitMs: Int?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case feedEpoch, after, waitMs
        }

        /// See the members.
        public init(feedEpoch: EpochID? = nil, after: DecimalInt64, waitMs: Int? = nil) {
            self.feedEpoch = feedEpoch
            self.after = after
            self.waitMs = waitMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .feedEpoch: Field("The feed the caller has followed; absent at first")
            case .after: Field("The last event the caller has applied")
            case .waitMs: Field("How long to wait for an event; 700 when absent", .range(0...700))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The feed
        public var feedEpoch: EpochID
        /// Events up to here are no longer held
        public var floor: DecimalInt64
        /// The last event numbered
        public var head: DecimalInt64
        /// In order, at most 500
        public var events: [RevocationEvent]

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case feedEpoch, floor, head, events
        }

        /// See the members.
        public init(feedEpoch: EpochID, floor: DecimalInt64, head: DecimalInt64, events: [RevocationEvent]) {
            self.feedEpoch = feedEpoch
            self.floor = floor
            self.head = head
            self.events = events
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .feedEpoch: Field("The feed")
            case .floor: Field("Events up to here are no longer held")
            case .head: Field("The last event numbered")
            case .events: Field("In order, at most 500", .items(0...500))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(feedEpoch: Sample.epoch, after: DecimalInt64(7), waitMs: 0),
            Answer(feedEpoch: Sample.epoch, floor: DecimalInt64(0), head: DecimalInt64(7), events: [])
        )
    }
}
