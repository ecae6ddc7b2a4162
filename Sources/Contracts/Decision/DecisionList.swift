public import JSONRPC
public import Primitives

public enum DecisionList: Method {
    public static let name = "decision.list"
    public static let summary = "Lists the decisions of operators and of the administrator, the newest first."
    public static let explanation =
        "Every decision is recorded in the transaction that carries it out, and no record is changed or deleted. A call has at "
        + "most one of phone, accountId, group and operatorId. With none of them, the administrator gets the decisions about all "
        + "accounts and groups, and finds those about a deleted account by accountId. An operator gets decisions about people of "
        + "their own groups since the person came to the group, and about these groups; and the operators of them who cannot go on "
        + "without a confirmation. The next page begins with the decisions of the millisecond with which the page before ended, which "
        + "may be listed twice."
    public static let credential = Credential.sessionWithProof(scopes: ["users.read"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var group: GroupID?
        public var operatorId: AccountID?
        public var untilMs: Instant?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case phone, accountId, group, operatorId, untilMs, limit }

        public init(
            phone: String? = nil, accountId: AccountID? = nil, group: GroupID? = nil, operatorId: AccountID? = nil,
            untilMs: Instant? = nil, limit: Int? = nil
        ) {
            (self.phone, self.accountId, self.group) = (phone, accountId, group)
            (self.operatorId, self.untilMs, self.limit) = (operatorId, untilMs, limit)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .group: Field("The facility group, for the decisions about it")
            case .operatorId: Field("The account of an operator, for the decisions that this operator has made")
            case .untilMs: Field("Only decisions of this time or earlier; for the next page the time of the last one")
            case .limit: Field("The largest number of decisions in the list; 100 when absent", .range(1...200))
            }
        }
    }

    public struct Answer: WireObject {
        public var decisions: [DecisionView]
        public var unconfirmed: [UnconfirmedOperator]
        public enum CodingKeys: String, CodingKey { case decisions, unconfirmed }

        public init(decisions: [DecisionView], unconfirmed: [UnconfirmedOperator] = []) {
            (self.decisions, self.unconfirmed) = (decisions, unconfirmed)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .decisions: Field("The decisions, the newest first", .items(0...200))
            case .unconfirmed:
                Field("The operators whom another one has to confirm before they can go on, by group", .items(0...200))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account), answer: Answer(decisions: [Sample.decision])
    )
}
