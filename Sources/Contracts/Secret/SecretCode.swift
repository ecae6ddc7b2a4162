public import JSONRPC
public import Primitives

public enum SecretCode: Method {
    public static let name = "secret.code"
    public static let summary =
        "Returns an authenticator code of an item: the current one, or the next one of a counter-based item."
    public static let explanation =
        "For a counter-based item (RFC 4226) the call increases the item's counter as a change of the item, and answers "
        + "once that is stored, so that no two calls are given the same counter. A counter whose answer was lost is lost, "
        + "unless the call is repeated with its requestId. A change of the counter alone adds no former version. For a "
        + "time-based item (RFC 6238) the call changes nothing, and requestId has no effect."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.codes"])
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .notACodeItem,
        .itemUnreadable, .limitReached, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case id, requestId }

        public init(id: SecretID, requestId: RequestID? = nil) { (self.id, self.requestId) = (id, requestId) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .requestId: .idempotencyKey
            }
        }
    }

    /// A time-based code has `periodSeconds` and `validForMs`, a counter-based one `counter`.
    public struct Answer: WireObject {
        public var code: ItemCode
        public var digits: Int
        public var periodSeconds: Int?
        public var validForMs: Int?
        public var counter: DecimalInt64?
        public enum CodingKeys: String, CodingKey { case code, digits, periodSeconds, validForMs, counter }

        public init(
            code: ItemCode, digits: Int, periodSeconds: Int? = nil, validForMs: Int? = nil,
            counter: DecimalInt64? = nil
        ) {
            (self.code, self.digits, self.periodSeconds, self.validForMs) = (code, digits, periodSeconds, validForMs)
            self.counter = counter
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The code")
            case .digits: Field("The number of digits of the code; 5 characters for steam", .range(5...8))
            case .periodSeconds: Field("For a time-based item: the validity of each code, in seconds", .range(1...300))
            case .validForMs:
                Field(
                    "For a time-based item: the remaining validity of this code, in milliseconds", .range(0...300_000))
            case .counter: Field("For a counter-based item: the counter of this code, which no other call is given")
            }
        }
    }

    public static let example = (
        params: Params(id: Sample.secret),
        answer: Answer(code: Sample.itemCode, digits: 6, periodSeconds: 30, validForMs: 12_000)
    )
}
