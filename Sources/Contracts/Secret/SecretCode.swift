public import JSONRPC
public import Primitives

public enum SecretCode: Method {
    public static let name = "secret.code"
    public static let summary = "Returns the current authenticator code of an item."
    public static let explanation =
        "Only for time-based items: the code of a counter-based item is computed on a device, which edits the item to "
        + "increase the counter."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isRead = true
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .notACodeItem,
        .itemUnreadable,
    ]

    public struct Params: WireObject {
        public var id: SecretID
        public enum CodingKeys: String, CodingKey { case id }

        public init(id: SecretID) { self.id = id }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            }
        }
    }

    public struct Answer: WireObject {
        public var code: ItemCode
        public var digits: Int
        public var periodSeconds: Int
        public var validForMs: Int
        public enum CodingKeys: String, CodingKey { case code, digits, periodSeconds, validForMs }

        public init(code: ItemCode, digits: Int, periodSeconds: Int, validForMs: Int) {
            (self.code, self.digits, self.periodSeconds, self.validForMs) = (code, digits, periodSeconds, validForMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The current code")
            case .digits: Field("The number of digits of the code; 5 characters for steam", .range(5...8))
            case .periodSeconds: Field("The validity of each code, in seconds", .range(1...300))
            case .validForMs: Field("The remaining validity of this code, in milliseconds", .range(0...300_000))
            }
        }
    }

    public static let example = (
        params: Params(id: Sample.secret),
        answer: Answer(code: Sample.itemCode, digits: 6, periodSeconds: 30, validForMs: 12_000)
    )
}
