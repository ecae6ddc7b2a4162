public import JSONRPC
public import Primitives

/// The params of an administrator's method that makes a person a parent of a child, or ends that.
public struct ParentOfChild: PersonParams {
    public var childId: AccountID
    public var phone: String?
    public var accountId: AccountID?
    public var reason: String?
    public enum CodingKeys: String, CodingKey { case childId, phone, accountId, reason }

    public init(childId: AccountID, phone: String? = nil, accountId: AccountID? = nil, reason: String? = nil) {
        (self.childId, self.phone, self.accountId, self.reason) = (childId, phone, accountId, reason)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: .child
        case .phone: .personPhone
        case .accountId: .personAccount
        case .reason: .decisionReason
        }
    }
}

/// The answer of a method that changes the parents of a child.
public struct ParentCount: WireObject {
    public var parents: Int
    public enum CodingKeys: String, CodingKey { case parents }

    public init(parents: Int) { self.parents = parents }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .parents: Field("The number of the child's parents after the call", .range(1...4))
        }
    }
}
