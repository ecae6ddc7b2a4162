public import JSONRPC
public import Primitives

public enum VaultPull: Method {
    public static let name = "vault.pull"
    public static let summary = "Gives what has changed since a cursor, complete or not at all."
    public static let explanation =
        "A page is a snapshot: every rev at or below its end is in it. A cursor that cannot be continued is refused "
        + "by name, never answered by silently sending everything."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let isRead = true
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .resyncRequired,
    ]

    public struct Params: WireObject {
        public var cursor: String?
        public var limit: Int?
        public var waitMs: Int?

        public enum CodingKeys: String, CodingKey { case cursor, limit, waitMs }

        public init(cursor: String? = nil, limit: Int? = nil, waitMs: Int? = nil) {
            (self.cursor, self.limit, self.waitMs) = (cursor, limit, waitMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .cursor: Field("From the last pull or sync; absent: from the start", .length(1...512))
            case .limit: Field("Items in the page; 500 when absent", .range(1...500))
            case .waitMs: Field("Wait so long for a change when there is none", .range(0...25_000))
            }
        }
    }

    public struct Answer: WireObject {
        public var items: [VaultItem]
        public var cursor: String
        public var more: Bool
        public var epoch: EpochID
        public var head: DecimalInt64

        public enum CodingKeys: String, CodingKey { case items, cursor, more, epoch, head }

        public init(items: [VaultItem], cursor: String, more: Bool, epoch: EpochID, head: DecimalInt64) {
            (self.items, self.cursor, self.more, self.epoch, self.head) = (items, cursor, more, epoch, head)
        }

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

    public static let example = (
        params: Params(),
        answer: Answer(items: [Sample.item], cursor: "AQ", more: false, epoch: Sample.epoch, head: DecimalInt64(3))
    )
}
