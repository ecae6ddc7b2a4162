public import JSONRPC
public import Primitives

public enum OperatorRemove: Method {
    public static let name = "operator.remove"
    public static let summary =
        "Makes an operator an ordinary member, and ends all their sessions; or takes one facility group from an operator."
    public static let explanation =
        "The operator's groups and enrolment secret are deleted, and the account becomes a member of the group that was "
        + "named first at its creation, waiting for approval. The account stays, so that the list of decisions still "
        + "says who decided; user.delete deletes it and frees the number. A call with group takes this group alone: the "
        + "operator decides nothing more in it, also in open sessions, and stays one in the other groups."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .groupUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var group: GroupID?
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case phone, accountId, group, reason }

        public init(
            phone: String? = nil, accountId: AccountID? = nil, group: GroupID? = nil, reason: String? = nil
        ) {
            (self.phone, self.accountId, self.group, self.reason) = (phone, accountId, group, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .group:
                Field("The only facility group that the operator loses; absent for all, with the operator's role")
            case .reason: .decisionReason
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(phone: Sample.phone), answer: Nothing())
}
