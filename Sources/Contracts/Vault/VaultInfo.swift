public import JSONRPC
public import Primitives

/// Tells the head of the account's vault and the limits.
public enum VaultInfo: Method {
    /// The wire's name.
    public static let name = "vault.info"
    /// For the table of methods.
    public static let summary = "Tells the head of the account's vault and the limits."
    /// For the document.
    public static let explanation = "Tells the head of the account's vault and the limits."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired]

    /// As Nothing says.
    public typealias Params = Nothing

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The history now in force
        public var epoch: EpochID
        /// The last sequence number given
        public var head: DecimalInt64
        /// Items that are live or trashed
        public var items: Int
        /// Bytes of their bodies
        public var bytes: Int
        /// What the vault takes
        public var limits: VaultLimits

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case epoch, head, items, bytes, limits
        }

        /// See the members.
        public init(epoch: EpochID, head: DecimalInt64, items: Int, bytes: Int, limits: VaultLimits) {
            self.epoch = epoch
            self.head = head
            self.items = items
            self.bytes = bytes
            self.limits = limits
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .epoch: Field("The history now in force")
            case .head: Field("The last sequence number given")
            case .items: Field("Items that are live or trashed", .range(0...10_000_000))
            case .bytes: Field("Bytes of their bodies", .range(0...10_000_000_000))
            case .limits: Field("What the vault takes")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Nothing(),
            Answer(epoch: Sample.epoch, head: DecimalInt64(3), items: 3, bytes: 540, limits: Sample.limits)
        )
    }
}
