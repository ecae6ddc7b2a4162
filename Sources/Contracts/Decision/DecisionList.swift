public import JSONRPC
public import Primitives

public enum DecisionList: Method {
    public static let name = "decision.list"
    public static let summary = "Lists the decisions of operators and of the administrator, the newest first."
    public static let explanation =
        "Every decision is recorded in the transaction that carries it out, and no record is changed or deleted. With "
        + "neither phone, accountId nor group, the decisions about all accounts and groups are listed; a call has at "
        + "most one of them. The decisions about a deleted account are found by accountId."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var group: GroupID?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case phone, accountId, group, limit }

        public init(phone: String? = nil, accountId: AccountID? = nil, group: GroupID? = nil, limit: Int? = nil) {
            (self.phone, self.accountId, self.group, self.limit) = (phone, accountId, group, limit)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .group: Field("The facility group, for the decisions about it")
            case .limit: Field("The largest number of decisions in the list; 100 when absent", .range(1...200))
            }
        }
    }

    public struct Answer: WireObject {
        public var decisions: [DecisionView]
        public enum CodingKeys: String, CodingKey { case decisions }

        public init(decisions: [DecisionView]) { self.decisions = decisions }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .decisions: Field("The decisions, the newest first", .items(0...200))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account), answer: Answer(decisions: [Sample.decision])
    )
}
