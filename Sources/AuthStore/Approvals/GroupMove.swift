import Domain
public import Primitives

/// A decision to move a person to another facility group.
public struct GroupMove: Sendable, Hashable {
    public let account: AccountID
    /// The version of the approval the decision was made on.
    public let version: Int64
    public let target: GroupID
    /// The reason of the decision; nil if none was given.
    public let reason: String?

    public init(account: AccountID, version: Int64, target: GroupID, reason: String?) {
        self.account = account
        self.version = version
        self.target = target
        self.reason = reason
    }

    public enum Outcome: Sendable, Hashable {
        /// The account after the move.
        case moved(AccountRecord)
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// No person is known under the identifier, or the account is an operator's.
        case unknown
        /// The account is a child's: its group follows that of its parents.
        case child
        /// The approval or the group changed since the person was read.
        case stale
        /// There is no such group.
        case groupUnknown
        /// The person is in the group already, or it registers another kind of account or verifies numbers in another way
        /// than the present one.
        case unsuitable
    }
}
