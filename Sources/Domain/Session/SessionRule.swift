public import Primitives

/// Decides whether a session is live and what it may do. Authentication, refresh, introspection and the vault all use
/// this one function, so that they cannot differ.
public enum SessionRule {
    /// Evaluates a session.
    ///
    /// The first that applies decides: the account is unknown or deleted, the session is unknown, the session has a
    /// recorded end, the TokenSecret of the session or of the presented token was replaced, the session has expired,
    /// the account is blocked, the session is an operator's full one and the account has lost its PIN or second factor. The
    /// last and an unknown account or session give `loginRequired`, for which a device deletes nothing.
    /// - Parameters:
    ///   - session: nil if auth has no such session.
    ///   - tokenSecretVersion: the version in the access token that was presented; nil where none was.
    public static func evaluate(
        account: AccountFacts, session: SessionFacts?, tokenSecretVersion: Int64? = nil, at now: Instant
    ) -> SessionVerdict {
        switch account {
        case .unknown: return .ended(.loginRequired)
        case .deleted: return .ended(.accountDeleted)
        case .existing(let version, let isBlocked, let approval, let role, let lacksOperatorSecret):
            guard let session else { return .ended(.loginRequired) }
            if let end = session.ended { return .ended(end) }
            guard session.tokenSecretVersion == version, (tokenSecretVersion ?? version) == version else {
                return .ended(.sessionRevoked)
            }
            guard !session.isExpired(at: now) else { return .ended(.sessionExpired) }
            guard !isBlocked else { return .ended(.blocked) }
            guard session.level != .full || !lacksOperatorSecret else { return .ended(.loginRequired) }
            return .live(level: session.level, scopes: scopes(session.level, approval, role))
        }
    }

    /// The scopes of a live session's next token.
    public static func scopes(_ level: SessionLevel, _ approval: ApprovalStatus, _ role: Role) -> Set<Scope> {
        switch level {
        case .unproven: return [.unproven]
        case .pinRequired: return [.pinRequired]
        case .preTFA: return [.preTFA]
        case .full:
            return approval == .approvedForSyncing ? approved(role) : base(role)
        }
    }

    private static func base(_ role: Role) -> Set<Scope> {
        switch role {
        case .member: member
        case .parent: parent
        case .child: child
        case .operator: `operator`
        }
    }

    private static func approved(_ role: Role) -> Set<Scope> {
        switch role {
        case .member: approvedMember
        case .parent: approvedParent
        case .child: approvedChild
        case .operator: approvedOperator
        }
    }

    // These sets are made once, because a session is evaluated several times in every call.
    private static let member: Set<Scope> = [.account], approvedMember: Set<Scope> = [.account, .sync]
    private static let parent: Set<Scope> = [.account, .family]
    private static let approvedParent: Set<Scope> = [.account, .family, .sync]
    private static let child: Set<Scope> = [.child], approvedChild: Set<Scope> = [.child, .sync]
    private static let `operator`: Set<Scope> = [.account, .approvalsDecide, .usersRead]
    private static let approvedOperator: Set<Scope> = [.account, .approvalsDecide, .usersRead, .sync]
}
