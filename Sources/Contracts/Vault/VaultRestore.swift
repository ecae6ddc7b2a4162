public import JSONRPC
public import Primitives

public enum VaultRestore: Method {
    public static let name = "vault.restore"
    public static let summary = "Makes a former version of an item, or an item in the trash, the present one."
    public static let explanation =
        "It is an ordinary change with a new rev, and what was the content before becomes a former version. A deleted item "
        + "has no versions any more: secret.restore brings it back with a body of the caller."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .itemGone, .conflict,
        .versionUnknown, .itemUnreadable, .limitReached, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public var rev: DecimalInt64
        public var base: ItemBase
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case id, rev, base, requestId }

        public init(id: SecretID, rev: DecimalInt64, base: ItemBase, requestId: RequestID? = nil) {
            (self.id, self.rev, self.base, self.requestId) = (id, rev, base, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .rev: Field("The rev of the version in vault.history; the item's own rev takes it out of the trash")
            case .base: Field("The item's present version, as the caller read it")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = SecretChange

    public static let example = (
        params: Params(
            id: Sample.secret, rev: DecimalInt64(1), base: ItemBase(epoch: Sample.epoch, rev: DecimalInt64(2))),
        answer: SecretChange(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
    )
}
