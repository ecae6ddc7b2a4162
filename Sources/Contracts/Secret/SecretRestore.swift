public import JSONRPC
public import Primitives
public import StrictJSON

public enum SecretRestore: Method {
    public static let name = "secret.restore"
    public static let summary = "Brings a trashed item back, or a deleted one with a body."
    public static let credential = Credential.session(scopes: ["sync"])
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
            case .body: Field("The content, for a deleted item")
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    public typealias Answer = SecretChange

    public static let example = (
        params: Params(id: Sample.secret, rev: DecimalInt64(2)),
        answer: SecretChange(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
    )
}
