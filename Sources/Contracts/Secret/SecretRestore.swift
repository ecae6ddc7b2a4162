public import JSONRPC
public import Primitives
public import StrictJSON

public enum SecretRestore: Method {
    public static let name = "secret.restore"
    public static let summary = "Restores an item from the trash, or a deleted item with a new body."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.write"])
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .conflict, .bodyRefused,
        .limitReached, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public var rev: DecimalInt64
        public var body: JSONObject?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case id, rev, body, requestId }

        public init(id: SecretID, rev: DecimalInt64, body: JSONObject? = nil, requestId: RequestID? = nil) {
            (self.id, self.rev, self.body, self.requestId) = (id, rev, body, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .rev: Field("The rev of the trashed item or tombstone")
            case .body: Field("The new content; required for a deleted item")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = SecretChange

    public static let example = (
        params: Params(id: Sample.secret, rev: DecimalInt64(2)),
        answer: SecretChange(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
    )
}
