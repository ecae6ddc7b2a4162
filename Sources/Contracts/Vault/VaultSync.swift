public import JSONRPC
public import Primitives

/// Pushes, then pulls, in one round trip.
public enum VaultSync: Method {
    /// The wire's name.
    public static let name = "vault.sync"
    /// For the table of methods.
    public static let summary = "Pushes, then pulls, in one round trip."
    /// For the document.
    public static let explanation = "Pushes, then pulls, in one round trip."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .resyncRequired, .limitReached,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// Applied in this order; may be empty
        public var ops: [PushOp]
        /// As in vault.pull
        public var cursor: String?
        /// As in vault.pull
        public var limit: Int?
        /// As in vault.push
        public var atomic: Bool?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case ops, cursor, limit, atomic
        }

        /// See the members.
        public init(ops: [PushOp], cursor: String? = nil, limit: Int? = nil, atomic: Bool? = nil) {
            self.ops = ops
            self.cursor = cursor
            self.limit = limit
            self.atomic = atomic
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ops: Field("Applied in this order; may be empty", .items(0...100))
            case .cursor: Field("As in vault.pull", .length(1...512))
            case .limit: Field("As in vault.pull", .range(1...500))
            case .atomic: Field("As in vault.push")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// One for each operation, in order
        public var results: [OpResult]
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
            case results, items, cursor, more, epoch, head
        }

        /// See the members.
        public init(
            results: [OpResult], items: [VaultItem], cursor: String, more: Bool, epoch: EpochID, head: DecimalInt64
        ) {
            self.results = results
            self.items = items
            self.cursor = cursor
            self.more = more
            self.epoch = epoch
            self.head = head
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .results: Field("One for each operation, in order", .items(0...100))
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
            Params(ops: [Sample.op]),
            Answer(
                results: [Sample.result], items: [Sample.item], cursor: "AQ", more: false, epoch: Sample.epoch,
                head: DecimalInt64(3))
        )
    }
}
