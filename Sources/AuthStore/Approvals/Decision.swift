public import Domain
public import Primitives

/// A decision about whether a person may sync.
public struct Decision: Sendable, Hashable {
    /// The person it is about.
    public let account: AccountID
    /// The version of the row that was read.
    public let version: Int64
    /// Where the person stands from now on.
    public let status: ApprovalStatus
    /// Why; the person sees it.
    public let reason: String?

    /// A decision.
    public init(account: AccountID, version: Int64, status: ApprovalStatus, reason: String?) {
        self.account = account
        self.version = version
        self.status = status
        self.reason = reason
    }

    /// What became of it.
    public enum Outcome: Sendable, Hashable {
        /// The person stands there now.
        case decided(AccountRecord)
        /// The request took effect before.
        case repeated(Once.Memory)
        /// There is no such person.
        case unknown
        /// The person is in a group the operator does not own now.
        case notYourGroup
        /// Nobody decides about themselves.
        case selfApproval
        /// The row has changed since it was read.
        case stale
    }
}
