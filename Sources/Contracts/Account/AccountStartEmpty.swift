public import JSONRPC
public import Primitives

public enum AccountStartEmpty: Method {
    public static let name = "account.startEmpty"
    public static let summary = "Asks for a new, empty account on a number whose account nobody uses any more."
    public static let explanation =
        "For a person who got the number after somebody else, and a person who has lost every device and all codes. After 72 hours the "
        + "number belongs to a new account, and the next login of this device opens it. The former account keeps its devices and "
        + "everything else; it is deleted after 90 days without use. The call is refused while an admitted device was used within "
        + "30 days, and any use of one before the 72 hours are over stops it. Where operators approve, they decide instead."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.startEmptyRefused]

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var takesEffectAtMs: Instant
        public enum CodingKeys: String, CodingKey { case takesEffectAtMs }

        public init(takesEffectAtMs: Instant) { self.takesEffectAtMs = takesEffectAtMs }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .takesEffectAtMs: Field("The moment from which a login of this device opens the new account")
            }
        }
    }

    public static let example = (params: Nothing(), answer: Answer(takesEffectAtMs: Sample.earlier))
}
