public import JSONRPC
public import Primitives

public enum ChildRemove: Method {
    public static let name = "child.remove"
    public static let summary = "Deletes a child with its secrets, or leaves it to its other parents."
    public static let explanation =
        "A child with another parent only loses the caller as a parent, and needs no confirmation. The child of an only parent "
        + "is deleted with everything that both services hold of it; this is confirmed like the deletion of the caller's own "
        + "account. A repetition after a deletion is childUnknown."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] =
        [.childUnknown, .requestIdReused] + FaultKind.ofConfirmations

    public struct Params: WireObject {
        public var childId: AccountID
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case childId, confirmation, requestId }

        public init(childId: AccountID, confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil) {
            (self.childId, self.confirmation, self.requestId) = (childId, confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: .child
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var isDeleted: Bool
        public enum CodingKeys: String, CodingKey { case isDeleted }

        public init(isDeleted: Bool) { self.isDeleted = isDeleted }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .isDeleted: Field("True if the child was deleted; false if it has other parents")
            }
        }
    }

    public static let example = (params: Params(childId: Sample.child), answer: Answer(isDeleted: false))
}
