public import JSONRPC
public import Primitives

public enum VaultInfo: Method {
    public static let name = "vault.info"
    public static let summary = "Returns the head, the size and the limits of the account's vault."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.read"])
    public static let isRead = true
    public static let faults: [FaultKind] = [.waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired]

    public typealias Params = Nothing

    /// The optional members came after the first version; this vault always sends them, an older one does not.
    public struct Answer: WireObject {
        public var epoch: EpochID
        public var head: DecimalInt64
        public var items: Int
        public var bytes: Int
        public var tombstones: Int?
        public var operations: Int?
        public var historyBytes: Int?
        public var limits: VaultLimits
        public enum CodingKeys: String, CodingKey {
            case epoch, head, items, bytes, tombstones, operations, historyBytes, limits
        }

        public init(
            epoch: EpochID, head: DecimalInt64, items: Int, bytes: Int, tombstones: Int? = nil, operations: Int? = nil,
            historyBytes: Int? = nil, limits: VaultLimits
        ) {
            (self.epoch, self.head, self.items, self.bytes, self.limits) = (epoch, head, items, bytes, limits)
            (self.tombstones, self.operations, self.historyBytes) = (tombstones, operations, historyBytes)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .epoch: .epochInForce
            case .head: Field("The last sequence number assigned")
            case .items: Field("The number of items, live or in the trash", .range(0...10_000_000))
            case .bytes: Field("The size of their bodies, in bytes", .range(0...10_000_000_000))
            case .tombstones: Field("The number of deleted items that are remembered", .range(0...10_000_000))
            case .operations:
                Field("The number of operations whose outcomes are kept for retries", .range(0...100_000_000))
            case .historyBytes: Field("The size of the former versions, in bytes", .range(0...10_000_000_000))
            case .limits: Field("The limits of the vault")
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(
            epoch: Sample.epoch, head: DecimalInt64(3), items: 3, bytes: 540, tombstones: 0, operations: 3,
            historyBytes: 0, limits: Sample.limits)
    )
}
