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
    static let decisionReason = Field(
        "The reason, which is recorded with the decision: \(charactersOfReason)", .length(1...500))
    static let charactersOfReason = "no control, format or invisible characters, but line feeds and the two joiners"
}

/// The params of a method that reads one person.
public struct OnePerson: PersonParams {
    public var phone: String?
    public var accountId: AccountID?
    public enum CodingKeys: String, CodingKey { case phone, accountId }

    public init(phone: String? = nil, accountId: AccountID? = nil) { (self.phone, self.accountId) = (phone, accountId) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .phone: .personPhone
        case .accountId: .personAccount
        }
    }
}

/// The params of a method that changes a person's account and records why.
public struct PersonAndReason: PersonParams {
    public var phone: String?
    public var accountId: AccountID?
    public var reason: String?
    public enum CodingKeys: String, CodingKey { case phone, accountId, reason }

    public init(phone: String? = nil, accountId: AccountID? = nil, reason: String? = nil) {
        (self.phone, self.accountId, self.reason) = (phone, accountId, reason)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .phone: .personPhone
        case .accountId: .personAccount
        case .reason: .decisionReason
        }
    }
}
