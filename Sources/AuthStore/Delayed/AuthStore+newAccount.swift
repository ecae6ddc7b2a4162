public import Domain
public import Primitives
import SQL

/// The outcome of asking for a new account on a number.
public enum NewAccountOutcome: Sendable, Hashable {
    /// The request is stored.
    /// - Parameter due: the moment from which the number belongs to a new account.
    case requested(due: Instant)
    /// The account was used a short time ago, or its operators decide about it.
    case refused
    /// The session is unknown or does not wait to be admitted, or the digits are not those that its device shows. Returned
    /// only for a decision.
    case sessionUnknown
    /// The session that asked has ended since the call was authenticated.
    case callerEnded(SessionEnd)
}

extension AuthStore {
    /// Stores the request for a new account on the number of an account, which is made after ``ConfirmationRule/delay``.
    ///
    /// A stored request is not replaced by one of another device: a stranger could delay it without end.
    public func requestNewAccount(
        _ target: AccountID, on account: AccountID, in caller: SessionID, at now: Instant
    ) async throws -> NewAccountOutcome {
        try await change { transaction in
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: NewAccountOutcome.callerEnded)
            let (person, device) = (caller.account, caller.device)
            if let waiting = try DelayedActTable.read(.newAccount, of: account, in: transaction) {
                throw Rollback(waiting.device == device.id ? .requested(due: waiting.due) : NewAccountOutcome.refused)
            }
            let making = NewAccountOnNumber(of: person, at: now, in: transaction)
            guard try making.isPossible(unusedSince: now - NewAccountOnNumber.unusedFor) else {
                throw Rollback(NewAccountOutcome.refused)
            }
            let act = DelayedAct(account: account, kind: .newAccount, device: device.id, target: target)
            try transaction.run(DelayedActTable.insert(act, at: now))
            try NoticeTable.append(
                .newAccountRequested, about: device, until: now + ConfirmationRule.delay, of: account, at: now,
                in: transaction)
            return .requested(due: now + ConfirmationRule.delay)
        }
    }

    /// Stores the request for a new account on the number of an account for a device that waits to be admitted, by a
    /// decision, which is recorded. Wrong digits count against the waiting session, and the third pair ends it.
    ///
    /// A repeated call for the same device gets the same moment and records nothing.
    /// - Parameters:
    ///   - session: the session of the waiting device.
    ///   - idle: the time without use after which the waiting session has expired.
    /// - Throws: ``ActorRefused``.
    public func requestNewAccount(
        _ target: AccountID, on account: AccountID, for session: SessionID, digits: String, idle: Duration,
        by actor: ActingParty, reason: String?, at now: Instant
    ) async throws -> NewAccountOutcome {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else { return .sessionUnknown }
            try actor.requireRight(over: person, in: transaction)
            try DecisionLimit.requireRoom(for: actor, in: person.group, at: now, in: transaction)
            guard let waiting = try SessionTable.read(session, of: account, in: transaction),
                case .live(.unproven, _) = SessionRule.evaluate(
                    account: person.facts, session: waiting.facts(idle: idle), at: now)
            else { return .sessionUnknown }
            guard try Self.areRight(digits, of: waiting, at: now, in: transaction) else { return .sessionUnknown }
            if let requested = try DelayedActTable.read(.newAccount, of: account, in: transaction) {
                return requested.device == waiting.device ? .requested(due: requested.due) : .refused
            }
            let making = NewAccountOnNumber(of: person, at: now, in: transaction)
            guard try making.isPossible(unusedSince: now - NewAccountOnNumber.unusedFor, isByDecision: true) else {
                return .refused
            }
            let act = DelayedAct(
                account: account, kind: .newAccount, device: waiting.device, target: target, isByDecision: true)
            let decision = Decision(
                .newAccountAllowed, by: actor, from: "unproven: \(waiting.device)", to: "new account", reason: reason)
            let device = try Self.device(of: session, account, in: transaction), due = now + ConfirmationRule.delay
            try transaction.run(DelayedActTable.insert(act, at: now))
            try DecisionTable.append(decision, about: account, at: now, in: transaction)
            try NoticeTable.append(
                .newAccountRequested, about: device, until: due, of: account, at: now, in: transaction)
            return .requested(due: due)
        }
    }

    /// At most `limit` accounts that have no number, and of which neither a device was used for 90 days nor one of a child that
    /// has no other parent and would be deleted with the account.
    public func abandonedAccounts(limit: Int, at now: Instant) async throws -> [AccountID] {
        try await database.select(
            Statement(
                "SELECT a.id FROM account a WHERE \(Self.abandonment) LIMIT $3", .instant(now - .days(90)),
                .enumValue(Role.child), .int(limit))
        ).map { try $0.identifier(0) }
    }

    /// True if the account, which is locked with its children, is one of ``abandonedAccounts(limit:at:)``.
    static func isAbandoned(
        _ account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.first(
            Statement(
                "SELECT 1 FROM account a WHERE a.id = $3 AND \(abandonment)", .instant(now - .days(90)),
                .enumValue(Role.child), .identifier(account))) != nil
    }

    /// The condition that an account is abandoned. After the database was replaced by an older copy of itself none is for 90
    /// days: the copy does not hold when a device was last used.
    private static let abandonment = """
        a.phone_index IS NULL AND a.kind <> $2 AND a.created < $1
        AND NOT EXISTS (SELECT 1 FROM device d WHERE d.account = a.id AND d.last_used >= $1)
        AND NOT EXISTS (
            SELECT 1 FROM child_parent p JOIN device d ON d.account = p.child
            WHERE p.parent = a.id AND \(ChildTable.isOnlyParent) AND d.last_used >= $1)
        AND (SELECT COALESCE(MAX(c.begun_at), 0) FROM older_copy c) < $1
        """
}
