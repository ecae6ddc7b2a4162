public import JSONRPC
public import Primitives

public enum ApprovalConfirmBulk: Method {
    public static let name = "approval.confirmBulk"
    public static let summary = "Confirms that another operator may decide about more than 50 people within an hour."
    public static let explanation =
        "An operator who has made 50 decisions about people within an hour is refused with secondOperatorRequired: approvals and "
        + "disapprovals, moves, admissions of devices, ends of sessions and numbers given back count together. Another operator "
        + "of the group, or the administrator, looks at these decisions and confirms; then the count begins anew in this "
        + "group. Nobody confirms for themselves."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup, .selfApproval, .requestIdReused]

    public struct Params: WireObject {
        public var operatorId: AccountID
        public var group: GroupID
        public var reason: String?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case operatorId, group, reason, requestId }

        public init(operatorId: AccountID, group: GroupID, reason: String? = nil, requestId: RequestID? = nil) {
            (self.operatorId, self.group, self.reason, self.requestId) = (operatorId, group, reason, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .operatorId: Field("The account of the operator who has made the decisions")
            case .group: Field("The facility group in which the operator may go on; the caller needs it too")
            case .reason: .decisionReason
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var decisions: Int
        public enum CodingKeys: String, CodingKey { case decisions }

        public init(decisions: Int) { self.decisions = decisions }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .decisions: Field("The decisions of the operator that have counted up to now", .range(0...50))
            }
        }
    }

    public static let example = (
        params: Params(operatorId: Sample.account, group: Sample.group, reason: "a new facility opens"),
        answer: Answer(decisions: 50)
    )
}
