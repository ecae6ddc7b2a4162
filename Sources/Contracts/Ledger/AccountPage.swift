public import JSONRPC
public import Primitives

/// The params of the methods that list deleted or purged accounts page by page.
public struct AccountPageParams: WireObject {
    public var sinceMs: Instant
    public var after: AccountID?
    public var limit: Int?
    public enum CodingKeys: String, CodingKey { case sinceMs, after, limit }

    public init(sinceMs: Instant, after: AccountID? = nil, limit: Int? = nil) {
        (self.sinceMs, self.after, self.limit) = (sinceMs, after, limit)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .sinceMs: Field("Accounts that were deleted or purged before this time are not in the list")
        case .after: Field("The member next of the page before; absent for the first page")
        case .limit: Field("The largest number of accounts in the page; 500 when absent", .range(1...1000))
        }
    }
}

/// The answer of the methods that list deleted or purged accounts page by page.
public struct AccountPage: WireObject {
    public var accounts: [AccountID]
    public var next: AccountID?
    public enum CodingKeys: String, CodingKey { case accounts, next }

    public init(accounts: [AccountID], next: AccountID? = nil) { (self.accounts, self.next) = (accounts, next) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accounts: Field("The accounts", .items(0...1000))
        case .next: Field("The account after which the next page begins; absent in the last page")
        }
    }
}
