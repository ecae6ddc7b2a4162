public import JSONRPC
public import Primitives

public enum ChildAcceptParent: Method {
    public static let name = "child.acceptParent"
    public static let summary = "Makes the caller a parent of the child that an invite of another parent names."
    public static let explanation =
        "Every code that cannot be used gets the same answer. Wrong codes are limited as those of invite.verify are. All "
        + "parents and the child get a notice. While a parent of the child is disapproved, an operator has to approve the "
        + "caller first."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .inviteInvalid, .inviteWait, .tooManyChildren, .operatorApprovalRequired, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var code: InviteCode
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case code, requestId }

        public init(code: InviteCode, requestId: RequestID? = nil) { (self.code, self.requestId) = (code, requestId) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The code of child.inviteParent")
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var childId: AccountID
        public var name: String
        public enum CodingKeys: String, CodingKey { case childId, name }

        public init(childId: AccountID, name: String) { (self.childId, self.name) = (childId, name) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: Field("The account of the child")
            case .name: Field("The child's name", .length(1...DeviceName.maximumLength))
            }
        }
    }

    public static let example = (
        params: Params(code: Sample.inviteCode),
        answer: Answer(childId: Sample.child, name: Sample.childName.rawValue)
    )
}
