public import JSONRPC
public import Primitives

public enum ChildAdmitParent: Method {
    public static let name = "child.admitParent"
    public static let summary =
        "Asks for the admission of the new device of another parent of a child, who has lost every other one."
    public static let explanation =
        "The caller enters the two digits that the other parent reads out from the waiting device. The device is admitted after "
        + "72 hours; the other parent's devices get a notice, and any use of an admitted one stops it. Three wrong pairs of digits "
        + "in a row of one session are the last. A repeated call answers the same moment."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.childUnknown, .admissionUnknown, .tooManyAttempts]

    public struct Params: WireObject {
        public var childId: AccountID
        public var digits: String
        public enum CodingKeys: String, CodingKey { case childId, digits }

        public init(childId: AccountID, digits: String) { (self.childId, self.digits) = (childId, digits) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: Field("A child of the caller and of the other parent")
            case .digits: Field("The two digits that the waiting device shows", .length(2...2))
            }
        }
    }

    public struct Answer: WireObject {
        public var admittedAtMs: Instant
        public enum CodingKeys: String, CodingKey { case admittedAtMs }

        public init(admittedAtMs: Instant) { self.admittedAtMs = admittedAtMs }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .admittedAtMs: Field("The moment at which the device is admitted")
            }
        }
    }

    public static let example = (
        params: Params(childId: Sample.child, digits: "42"), answer: Answer(admittedAtMs: Sample.soon)
    )
}
