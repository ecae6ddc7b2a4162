public import JSONRPC
public import Primitives

/// Applies a device's changes in order, each once.
///
/// One bad operation never fails the others unless atomic is set. An opId is the requestId of its operation:
/// repeating it answers replayed.
public enum VaultPush: Method {
    /// The wire's name.
    public static let name = "vault.push"
    /// For the table of methods.
    public static let summary = "Applies a device's changes in order, each once."
    /// For the document.
    public static let explanation =
        "One bad operation never fails the others unless atomic is set. An opId is the requestId of its "
        + "operation: repeating it answers replayed."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .resyncRequired, .limitReached,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// Applied in this order
        public var ops: [PushOp]
        /// All or nothing
        public var atomic: Bool?
        /// What the device has seen so far; refused as in vault.pull
        public var cursor: String?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case ops, atomic, cursor
        }

        /// See the members.
        public init(ops: [PushOp], atomic: Bool? = nil, cursor: String? = nil) {
            self.ops = ops
            self.atomic = atomic
            self.cursor = cursor
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ops: Field("Applied in this order", .items(1...100))
            case .atomic: Field("All or nothing")
            case .cursor: Field("What the device has seen so far; refused as in vault.pull", .length(1...512))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// One for each operation, in order
        public var results: [OpResult]
        /// The history now in force
        public var epoch: EpochID
        /// The last sequence number given
        public var head: DecimalInt64

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case results, epoch, head
        }

        /// See the members.
        public init(results: [OpResult], epoch: EpochID, head: DecimalInt64) {
            self.results = results
            self.epoch = epoch
            self.head = head
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .results: Field("One for each operation, in order", .items(0...100))
            case .epoch: Field("The history now in force")
            case .head: Field("The last sequence number given")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(ops: [Sample.op]),
            Answer(results: [Sample.result], epoch: Sample.epoch, head: DecimalInt64(3))
        )
    }
}
