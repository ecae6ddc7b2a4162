public import JSONRPC
public import Primitives

/// Gives what has changed since a cursor, complete or not at all.
///
/// A page is a snapshot: every rev at or below its end is in it. A cursor that cannot be continued is refused by
/// name, never answered by silently sending everything.
public enum VaultPull: Method {
    /// The wire's name.
    public static let name = "vault.pull"
    /// For the table of methods.
    public static let summary = "Gives what has changed since a cursor, complete or not at all."
    /// For the document.
    public static let explanation =
        "A page is a snapshot: every rev at or below its end is in it. A cursor that cannot be continued "
        + "is refused by name, never answered by silently sending everything."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .resyncRequired,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// From the last pull or sync; absent: from the start
        public var cursor: String?
        /// Items in the page; 500 when absent
        public var limit: Int?
        /// Wait so long for a change when there is none
        public var waitMs: Int?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case cursor, limit, waitMs
        }

        /// See the members.
        public init(cursor: String? = nil, limit: Int? = nil, waitMs: Int? = nil) {
            self.cursor = cursor
            self.limit = limit
            self.waitMs = waitMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .cursor: Field("From the last pull or sync; absent: from the start", .length(1...512))
            case .limit: Field("Items in the page; 500 when absent", .range(1...500))
            case .waitMs: Field("Wait so long for a change when there is none", .range(0...25_000))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Changed since the cursor, in order of rev, tombstones included
        public var items: [VaultItem]
        /// Where the next pull goes on
        public var cursor: String
        /// True when the page was full: pull again
        public var more: Bool
        /// The history now in force
        public var epoch: EpochID
        /// The last sequence number given
        public var head: DecimalInt64

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case items, cursor, more, epoch, head
        }

        /// See the members.
        public init(items: [VaultItem], cursor: String, more: Bool, epoch: EpochID, head: DecimalInt64) {
            self.items = items
            self.cursor = cursor
            self.more = more
            self.epoch = epoch
            self.head = head
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .items: Field("Changed since the cursor, in order of rev, tombstones included", .items(0...500))
            case .cursor: Field("Where the next pull goes on", .length(1...512))
            case .more: Field("True when the page was full: pull again")
            case .epoch: Field("The history now in force")
            case .head: Field("The last sequence number given")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(),
            Answer(items: [Sample.item], cursor: "AQ", more: false, epoch: Sample.epoch, head: DecimalInt64(3))
        )
    }
}
