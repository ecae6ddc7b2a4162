public import JSONRPC

public enum PurgeList: Method {
    public static let name = "purge.list"
    public static let summary =
        "Lists the accounts whose vault was purged since a time, in the order of their purge."
    public static let explanation =
        "Auth calls it when its database may have lost acknowledged commits, as after a restore, and deletes these "
        + "accounts again before it serves anybody."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let isRead = true

    public typealias Params = AccountPageParams
    public typealias Answer = AccountPage

    public static let example = (
        params: Params(sinceMs: Sample.soon, limit: 500), answer: Answer(accounts: [])
    )
}
