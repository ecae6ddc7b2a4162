public import JSONRPC
public import Primitives
public import StrictJSON

public enum SecretAdd: Method {
    public static let name = "secret.add"
    public static let summary = "Adds an item."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.write"])
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .conflict, .itemGone, .bodyRefused,
        .limitReached, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var kind: String
        public var body: JSONObject
        public var id: SecretID?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case kind, body, id, requestId }

        public init(kind: String, body: JSONObject, id: SecretID? = nil, requestId: RequestID? = nil) {
            (self.kind, self.body, self.id, self.requestId) = (kind, body, id, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .kind: Field("The kind of item: otp, note, login or opaque", .length(1...16))
            case .body: Field("The content of the item")
            case .id: Field("The id of the new item; chosen by the service when absent")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = SecretChange

    public static let example = (
        params: Params(kind: "otp", body: Sample.body, id: Sample.secret),
        answer: SecretChange(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
    )
}
