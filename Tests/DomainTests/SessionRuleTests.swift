import Domain
import Primitives
import Support
import Testing

@Suite struct SessionRuleTests {
    private static let now = Instant(ms: 1_000_000)

    private static func account(
        version: Int64 = 1, isBlocked: Bool = false, approval: ApprovalStatus = .approvedForSyncing,
        role: Role = .member, lacksOperatorSecret: Bool = false
    ) -> AccountFacts {
        .existing(
            tokenSecretVersion: version, isBlocked: isBlocked, approval: approval, role: role,
            lacksOperatorSecret: lacksOperatorSecret)
    }

    private static func session(
        ended: SessionEnd? = nil, level: SessionLevel = .full, version: Int64 = 1,
        expires: Instant? = now + .seconds(1)
    ) -> SessionFacts {
        SessionFacts(ended: ended, level: level, tokenSecretVersion: version, expires: expires)
    }

    @Test(
        arguments: [
            (AccountFacts.unknown, session(), nil, SessionEnd.loginRequired),
            (.deleted, session(), nil, .accountDeleted),
            (account(), nil, nil, .loginRequired),
            (account(version: 2), session(version: 1), nil, .sessionRevoked),
            (account(version: 2), session(version: 2), 1, .sessionRevoked),
            (account(version: 2), session(version: 1), 2, .sessionRevoked),
            (account(), session(expires: now), nil, .sessionExpired),
            (account(isBlocked: true), session(), 1, .blocked),
            (account(role: .operator, lacksOperatorSecret: true), session(), 1, .loginRequired),
        ] as [(AccountFacts, SessionFacts?, Int64?, SessionEnd)])
    func `each fact that ends a session ends it for its own reason`(
        account: AccountFacts, session: SessionFacts?, tokenVersion: Int64?, end: SessionEnd
    ) {
        #expect(
            SessionRule.evaluate(account: account, session: session, tokenSecretVersion: tokenVersion, at: Self.now)
                == .ended(end))
    }

    @Test(arguments: SessionEnd.allCases)
    func `a recorded end takes precedence over everything else that ends a session`(end: SessionEnd) {
        let verdict = SessionRule.evaluate(
            account: Self.account(version: 9, isBlocked: true),
            session: Self.session(ended: end, version: 1, expires: Self.now), tokenSecretVersion: 5, at: Self.now)
        #expect(verdict == .ended(end))
    }

    @Test func `a changed TokenSecret takes precedence over expiry, and expiry over a block`() {
        let blocked = Self.account(isBlocked: true)
        let expired = Self.session(expires: Self.now)
        #expect(SessionRule.evaluate(account: blocked, session: expired, at: Self.now).end == .sessionExpired)
        let revoked = Self.session(version: 0, expires: Self.now)
        #expect(SessionRule.evaluate(account: blocked, session: revoked, at: Self.now).end == .sessionRevoked)
    }

    @Test(.requirement("A6"), arguments: SessionLevel.allCases)
    func `an operator without PIN or second factor has no full session, and one that makes them stays live`(
        level: SessionLevel
    ) {
        let verdict = SessionRule.evaluate(
            account: Self.account(role: .operator, lacksOperatorSecret: true), session: Self.session(level: level),
            at: Self.now)
        #expect((verdict.end == nil) == (level != .full))
    }

    @Test func `a session is live until the moment it expires`() {
        for (expires, end) in [(Self.now + .milliseconds(1), nil), (Self.now, .sessionExpired), (nil, nil)]
            as [(Instant?, SessionEnd?)]
        {
            let verdict = SessionRule.evaluate(
                account: Self.account(), session: Self.session(expires: expires), tokenSecretVersion: 1, at: Self.now)
            #expect(verdict.end == end)
        }
    }

    // swift-format-ignore
    @Test(arguments: [
        (.unproven,    .approvedForSyncing,    .member,   [.unproven]),
        (.unproven,    .approvedForSyncing,    .operator, [.unproven]),
        (.pinRequired, .approvedForSyncing,    .operator, [.pinRequired]),
        (.preTFA,      .approvedForSyncing,    .operator, [.preTFA]),
        (.full,        .approvedForSyncing,    .member,   [.account, .sync]),
        (.full,        .approvedForSyncing,    .parent,   [.account, .family, .sync]),
        (.full,        .approvedForSyncing,    .child,    [.child, .sync]),
        (.full,        .waitingForApproval,    .parent,   [.account, .family]),
        (.full,        .disapprovedForSyncing, .child,    [.child]),
        (.full,        .waitingForApproval,    .member,   [.account]),
        (.full,        .disapprovedForSyncing, .member,   [.account]),
        (.full,        .waitingForApproval,    .operator, [.account, .approvalsDecide, .usersRead]),
        (.full,        .approvedForSyncing,    .operator, [.account, .sync, .approvalsDecide, .usersRead]),
    ] as [(SessionLevel, ApprovalStatus, Role, Set<Scope>)])
    func `a live session has the scopes of its level, approval and role`(
        level: SessionLevel, approval: ApprovalStatus, role: Role, scopes: Set<Scope>
    ) {
        let verdict = SessionRule.evaluate(
            account: Self.account(approval: approval, role: role), session: Self.session(level: level), at: Self.now)
        #expect(verdict == .live(level: level, scopes: scopes))
    }
}
