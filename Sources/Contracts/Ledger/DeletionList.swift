public import JSONRPC

public enum DeletionList: Method {
    public static let name = "deletion.list"
    public static let summary =
        "Lists the accounts that were deleted, or whose purge the vault acknowledged, since a time."
    public static let explanation =
        "The vault calls it when its database may have lost acknowledged commits, as after a restore, and purges these "
        + "accounts again before it serves anybody. Deletions from before auth recorded accounts are not in the list."
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
