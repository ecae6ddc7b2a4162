public import JSONRPC
public import Primitives

/// The params of an administrator's method about one person, who is named by phone number or by account.
public protocol PersonParams: WireObject {
    var phone: String? { get }
    var accountId: AccountID? { get }
}

extension Field {
    static let personPhone = Field(
        "The person's phone number; a call has either phone or accountId, not both", .length(5...40))
    static let personAccount = Field("The person's account")
    static let decisionReason = Field("The reason, which is recorded with the decision", .length(1...500))
}
