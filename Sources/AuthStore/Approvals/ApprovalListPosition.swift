public import Primitives

/// The position of a person in the list of people with one approval status, which is ordered by the time of the last decision
/// and then by account.
public struct ApprovalListPosition: Sendable, Hashable {
    public let since: Instant
    public let account: AccountID

    public init(since: Instant, account: AccountID) {
        self.since = since
        self.account = account
    }
}
