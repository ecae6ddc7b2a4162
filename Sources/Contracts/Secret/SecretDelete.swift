public import JSONRPC
public import Primitives

public enum SecretDelete: Method {
    public static let name = "secret.delete"
    public static let summary = "Deletes an item if its rev is still the one that was read."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.write"])
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .conflict,
        .requestIdReused, .limitReached,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public var rev: DecimalInt64?
        public var force: Bool?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case id, rev, force, requestId }

        public init(id: SecretID, rev: DecimalInt64? = nil, force: Bool? = nil, requestId: RequestID? = nil) {
            (self.id, self.rev, self.force, self.requestId) = (id, rev, force, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .rev: Field("The rev that was read; required unless force is set")
            case .force: Field("True to delete the item whatever its rev")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = SecretChange

    public static let example = (
        params: Params(id: Sample.secret, rev: DecimalInt64(1)),
        answer: SecretChange(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
    )
}
