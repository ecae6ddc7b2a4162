public import Domain
public import Primitives

/// A decision about a person's approval for syncing.
public struct ApprovalChange: Sendable, Hashable {
    public let account: AccountID
    /// The version of the approval the decision was made on.
    public let version: Int64
    public let status: ApprovalStatus
    /// The reason of the decision, which the person sees; nil if none was given.
    public let reason: String?

    public init(account: AccountID, version: Int64, status: ApprovalStatus, reason: String?) {
        self.account = account
        self.version = version
        self.status = status
        self.reason = reason
    }

    public enum Outcome: Sendable, Hashable {
        /// The account after the change.
        case changed(AccountRecord)
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// No account is known under the identifier.
        case unknown
        /// The account is a child's: its approval follows that of its parents.
        case child
        /// The approval changed since it was read.
        case stale
    }
}
