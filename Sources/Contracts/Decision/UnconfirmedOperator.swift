public import JSONRPC
public import Primitives

/// An operator who has made as many decisions within an hour as one may make alone, and waits for `approval.confirmBulk`.
public struct UnconfirmedOperator: WireObject {
    public var operatorId: AccountID
    public var operatorPhone: String
    public var group: GroupID
    public var decisions: Int
    public enum CodingKeys: String, CodingKey { case operatorId, operatorPhone, group, decisions }

    public init(operatorId: AccountID, operatorPhone: String, group: GroupID, decisions: Int) {
        (self.operatorId, self.operatorPhone, self.group) = (operatorId, operatorPhone, group)
        self.decisions = decisions
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .operatorId: Field("The account of the operator")
        case .operatorPhone: Field("The operator's phone number, masked", .length(0...40))
        case .group: Field("The facility group in which the operator cannot go on")
        case .decisions: Field("The decisions that count, at most 50", .range(0...50))
        }
    }
}
