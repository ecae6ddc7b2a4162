public import JSONRPC
public import Primitives

public enum VaultSync: Method {
    public static let name = "vault.sync"
    public static let summary = "Performs a push and then a pull in one call."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .resyncRequired, .limitReached,
    ]

    public struct Params: WireObject {
        public var ops: [PushOp]
        public var cursor: String?
        public var limit: Int?
        public var atomic: Bool?
        public enum CodingKeys: String, CodingKey { case ops, cursor, limit, atomic }

        public init(ops: [PushOp], cursor: String? = nil, limit: Int? = nil, atomic: Bool? = nil) {
            (self.ops, self.cursor, self.limit, self.atomic) = (ops, cursor, limit, atomic)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ops: Field("The operations, in the order in which they are applied; may be empty", .items(0...100))
            case .cursor: Field("As in vault.pull", .length(1...512))
            case .limit: Field("As in vault.pull", .range(1...500))
            case .atomic: Field("As in vault.push")
            }
        }
    }

    public struct Answer: WireObject {
        public var results: [OpResult]
        public var items: [VaultItem]
        public var cursor: String
        public var more: Bool
        public var epoch: EpochID
        public var head: DecimalInt64
        public var formerEpochs: [FormerEpoch]?
        public enum CodingKeys: String, CodingKey { case results, items, cursor, more, epoch, head, formerEpochs }

        public init(
            results: [OpResult], items: [VaultItem], cursor: String, more: Bool, epoch: EpochID, head: DecimalInt64,
            formerEpochs: [FormerEpoch]? = nil
        ) {
            (self.results, self.items, self.cursor) = (results, items, cursor)
            (self.more, self.epoch, self.head) = (more, epoch, head)
            self.formerEpochs = formerEpochs
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .results: Field("One result for each operation, in order", .items(0...100))
            case .items: .changedItems
            case .cursor: .nextCursor
            case .more: Field("True when there are more changes: pull again")
            case .epoch: .epochInForce
            case .head: Field("The last sequence number assigned")
            case .formerEpochs: .formerEpochs
            }
        }
    }

    public static let example = (
        params: Params(ops: [Sample.op]),
        answer: Answer(
            results: [Sample.result], items: [Sample.item], cursor: "AQ", more: false, epoch: Sample.epoch,
            head: DecimalInt64(3))
    )
}
