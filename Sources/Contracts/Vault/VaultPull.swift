public import JSONRPC
public import Primitives

public enum VaultPull: Method {
    public static let name = "vault.pull"
    public static let summary = "Returns the items that have changed since a cursor."
    public static let explanation =
        "A page is complete: it contains every rev up to its end. A cursor that cannot be continued is refused with a "
        + "reason; the vault never answers it with all items instead."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.read"])
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
            case .cursor:
                Field("The cursor of the last pull or sync; absent to start with the first item", .length(1...512))
            case .limit: Field("The largest number of items in the page; 500 when absent", .range(1...500))
            case .waitMs:
                Field(
                    "The longest wait for a change, in milliseconds; without it the vault answers at once",
                    .range(0...25_000))
            }
        }
    }

    public struct Answer: WireObject {
        public var items: [VaultItem]
        public var cursor: String
        public var more: Bool
        public var epoch: EpochID
        public var head: DecimalInt64
        public var formerEpochs: [FormerEpoch]?
        public var digest: String?
        public enum CodingKeys: String, CodingKey { case items, cursor, more, epoch, head, formerEpochs, digest }

        public init(
            items: [VaultItem], cursor: String, more: Bool, epoch: EpochID, head: DecimalInt64,
            formerEpochs: [FormerEpoch]? = nil, digest: String? = nil
        ) {
            (self.items, self.cursor, self.more, self.epoch, self.head) = (items, cursor, more, epoch, head)
            (self.formerEpochs, self.digest) = (formerEpochs, digest)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .items: .changedItems
            case .cursor: .nextCursor
            case .more: Field("True when there are more changes: pull again")
            case .epoch: .epochInForce
            case .head: Field("The last sequence number assigned")
            case .formerEpochs: .formerEpochs
            case .digest:
                Field(
                    "In the last page of a pull that began without a cursor: the digest of all live items, as in "
                        + "vault.manifest; it may be absent if the vault changed during the pull", .length(43...43))
            }
        }
    }

    public static let example = (
        params: Params(),
        answer: Answer(items: [Sample.item], cursor: "AQ", more: false, epoch: Sample.epoch, head: DecimalInt64(3))
    )
}
