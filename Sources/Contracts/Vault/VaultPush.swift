public import JSONRPC
public import Primitives

public enum VaultPush: Method {
    public static let name = "vault.push"
    public static let summary = "Applies a device's changes in order, each at most once."
    public static let explanation =
        "An operation that fails does not affect the others unless atomic is set. The opId is the idempotency key of an "
        + "operation: a repeated one has the outcome replayed."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .resyncRequired, .limitReached,
    ]

    public struct Params: WireObject {
        public var ops: [PushOp]
        public var atomic: Bool?
        public var cursor: String?
        public enum CodingKeys: String, CodingKey { case ops, atomic, cursor }

        public init(ops: [PushOp], atomic: Bool? = nil, cursor: String? = nil) {
            (self.ops, self.atomic, self.cursor) = (ops, atomic, cursor)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ops: Field("The operations, in the order in which they are applied", .items(1...100))
            case .atomic: Field("True to apply all operations or none")
            case .cursor:
                Field(
                    "The cursor of the last pull, to acknowledge what the device has received; refused as in vault.pull",
                    .length(1...512))
            }
        }
    }

    public struct Answer: WireObject {
        public var results: [OpResult]
        public var epoch: EpochID
        public var head: DecimalInt64
        public enum CodingKeys: String, CodingKey { case results, epoch, head }

        public init(results: [OpResult], epoch: EpochID, head: DecimalInt64) {
            (self.results, self.epoch, self.head) = (results, epoch, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .results: Field("One result for each operation, in order", .items(0...100))
            case .epoch: .epochInForce
            case .head: Field("The last sequence number assigned")
            }
        }
    }

    public static let example = (
        params: Params(ops: [Sample.op]),
        answer: Answer(results: [Sample.result], epoch: Sample.epoch, head: DecimalInt64(3))
    )
}
