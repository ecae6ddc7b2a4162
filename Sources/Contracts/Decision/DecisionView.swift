public import Domain
public import JSONRPC
public import Primitives

/// A recorded decision about an account or a facility group.
public struct DecisionView: WireObject {
    public var atMs: Instant
    public var kind: Open<DecisionKind>
    public var accountId: AccountID?
    public var phone: String?
    public var group: GroupID?
    public var operatorId: AccountID?
    public var operatorPhone: String?
    public var from: String?
    public var to: String?
    public var reason: String?
    public enum CodingKeys: String, CodingKey {
        case atMs, kind, accountId, phone, group, operatorId, operatorPhone
        // The wire's names: "from" is a reserved word in the languages of some generated clients.
        case from = "fromValue", to = "toValue"
        case reason
    }

    public init(
        atMs: Instant, kind: Open<DecisionKind>, accountId: AccountID? = nil, phone: String? = nil,
        group: GroupID? = nil, operatorId: AccountID? = nil, operatorPhone: String? = nil, from: String? = nil,
        to: String? = nil,
        reason: String? = nil
    ) {
        (self.atMs, self.kind, self.accountId, self.phone) = (atMs, kind, accountId, phone)
        (self.group, self.operatorId, self.operatorPhone) = (group, operatorId, operatorPhone)
        (self.from, self.to, self.reason) = (from, to, reason)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .atMs: Field("The time of the decision")
        case .kind: Field("The kind of decision")
        case .accountId: Field("The account that was decided about; absent in a decision about a group")
        case .phone: Field("The account's phone number, masked; absent once the account is deleted", .length(0...40))
        case .group: Field("The facility group that was decided about; absent in a decision about an account")
        case .operatorId: Field("The operator who decided; absent if the administrator did")
        case .operatorPhone: Field("The operator's phone number, masked", .length(0...40))
        case .from: Field("The state before the decision", .length(0...400))
        case .to: Field("The state after the decision", .length(0...400))
        case .reason: Field("The reason that was given", .length(1...500))
        }
    }
}
