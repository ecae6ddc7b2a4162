public import JSONRPC
public import Primitives

public enum DeletionList: Method {
    public static let name = "deletion.list"
    public static let summary = "Lists the accounts that were deleted since a time, in the order of their deletion."
    public static let explanation =
        "The vault calls it when its database may have lost acknowledged commits, as after a restore, and purges these "
        + "accounts again before it serves anybody. Deletions from before auth recorded accounts are not in the list."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let isRead = true

    public struct Params: WireObject {
        public var sinceMs: Instant
        public var after: AccountID?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case sinceMs, after, limit }

        public init(sinceMs: Instant, after: AccountID? = nil, limit: Int? = nil) {
            (self.sinceMs, self.after, self.limit) = (sinceMs, after, limit)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sinceMs: Field("The list begins with the deletions at this time")
            case .after: Field("The member next of the page before; absent for the first page")
            case .limit: Field("The largest number of accounts in the page; 500 when absent", .range(1...1000))
            }
        }
    }

    public struct Answer: WireObject {
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

    public static let example = (
        params: Params(sinceMs: Sample.soon, limit: 500), answer: Answer(accounts: [])
    )
}
