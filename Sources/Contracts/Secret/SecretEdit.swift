public import JSONRPC
public import Primitives
public import StrictJSON

public enum SecretEdit: Method {
    public static let name = "secret.edit"
    public static let summary = "Replaces an item's content if its rev is still the one that was read."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.write"])
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .itemGone, .conflict,
        .bodyRefused, .limitReached, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public var body: JSONObject
        public var rev: DecimalInt64?
        public var force: Bool?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case id, body, rev, force, requestId }

        public init(
            id: SecretID, body: JSONObject, rev: DecimalInt64? = nil, force: Bool? = nil, requestId: RequestID? = nil
        ) {
            (self.id, self.body, self.rev, self.force, self.requestId) = (id, body, rev, force, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .body: Field("The new content")
            case .rev: Field("The rev that was read; required unless force is set")
            case .force: Field("True to replace the content whatever the item's rev")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = SecretChange

    public static let example = (
        params: Params(id: Sample.secret, body: Sample.body, rev: DecimalInt64(1)),
        answer: SecretChange(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
    )
}
