/// The facts about a session's account that decide whether the session is live.
public enum AccountFacts: Hashable, Sendable {
    /// No account with this identifier is known, for example after a restore of an older backup.
    case unknown
    /// The account was deleted, and the deletion is on record.
    case deleted
    /// The account exists.
    /// - Parameters:
    ///   - tokenSecretVersion: the version in force; a session or token of any other is revoked.
    ///   - isBlocked: true after too many failed logins.
    ///   - approval: the operator's decision about syncing.
    ///   - role: the kind of account.
    ///   - lacksOperatorSecret: true for an operator whose account has no PIN, or no second factor that was confirmed.
    case existing(
        tokenSecretVersion: Int64, isBlocked: Bool, approval: ApprovalStatus, role: Role,
        lacksOperatorSecret: Bool = false)
}
