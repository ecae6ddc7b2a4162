public import JSONRPC
public import Primitives

public enum VaultPush: Method {
    public static let name = "vault.push"
    public static let summary = "Applies a device's changes in order, each once."
    public static let explanation =
        "One bad operation never fails the others unless atomic is set. An opId is the requestId of its operation: "
        + "repeating it answers replayed."
    public static let credential = Credential.session(scopes: ["sync"])
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
            case .ops: Field("Applied in this order", .items(1...100))
            case .atomic: Field("All or nothing")
            case .cursor: Field("What the device has seen so far; refused as in vault.pull", .length(1...512))
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
            case .results: Field("One for each operation, in order", .items(0...100))
            case .epoch: Field("The history now in force")
            case .head: Field("The last sequence number given")
            }
        }
    }

    public static let example = (
        params: Params(ops: [Sample.op]),
        answer: Answer(results: [Sample.result], epoch: Sample.epoch, head: DecimalInt64(3))
    )
}
