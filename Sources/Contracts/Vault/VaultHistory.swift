public import Domain
public import JSONRPC
public import Primitives

public enum VaultHistory: Method {
    public static let name = "vault.history"
    public static let summary = "Returns an item's present version and its former ones, at most 10, newest first."
    public static let explanation =
        "A version that cannot be opened is in its place, without a body. A deleted item has no versions any more."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let isRead = true
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .itemGone,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public enum CodingKeys: String, CodingKey { case id }

        public init(id: SecretID) { self.id = id }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item, live or in the trash")
            }
        }
    }

    public struct Answer: WireObject {
        public var id: SecretID
        public var state: SecretState
        public var versions: [ItemVersion]
        public var epoch: EpochID
        public var head: DecimalInt64
        public enum CodingKeys: String, CodingKey { case id, state, versions, epoch, head }

        public init(id: SecretID, state: SecretState, versions: [ItemVersion], epoch: EpochID, head: DecimalInt64) {
            (self.id, self.state, self.versions, self.epoch, self.head) = (id, state, versions, epoch, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .state: Field("The state of the item")
            case .versions: Field("The present version, then the former ones, newest first", .items(1...11))
            case .epoch: .epochInForce
            case .head: Field("The last sequence number in the snapshot that the versions were read from")
            }
        }
    }

    public static let example = (
        params: Params(id: Sample.secret),
        answer: Answer(
            id: Sample.secret, state: .live,
            versions: [
                ItemVersion(
                    rev: DecimalInt64(2), epoch: Sample.epoch, kind: "otp", schema: 1, body: Sample.editedBody,
                    updatedAtMs: Sample.earlier, updatedBy: Sample.device),
                ItemVersion(
                    rev: DecimalInt64(1), epoch: Sample.epoch, kind: "otp", schema: 1, body: Sample.body,
                    updatedAtMs: Sample.earlier, updatedBy: Sample.device),
            ], epoch: Sample.epoch, head: DecimalInt64(2))
    )
}
