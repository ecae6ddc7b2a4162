public import Domain
public import Primitives
import SQL

/// The outcome of asking for a new account on a number.
public enum NewAccountOutcome: Sendable, Hashable {
    /// The number belongs to a new account from this moment on.
    case requested(due: Instant)
    /// The account is in use, or somebody else decides about it.
    case refused
    /// The session that asked has ended since the call was authenticated.
    case callerEnded(SessionEnd)
}

extension AuthStore {
    /// Stores that a new account is made on the number of an account after ``ConfirmationRule/delay``.
    ///
    /// A request that waits is not replaced by one of another device, so that nobody can put it off.
    public func requestNewAccount(
        _ target: AccountID, on account: AccountID, in caller: SessionID, at now: Instant
    ) async throws -> NewAccountOutcome {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction),
                let device = try Self.device(of: caller, account, in: transaction)
            else { throw Rollback(NewAccountOutcome.callerEnded(.loginRequired)) }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(NewAccountOutcome.callerEnded(end))
            }
            if let waiting = try DelayedActTable.read(.newAccount, of: account, in: transaction) {
                throw Rollback(waiting.device == device.id ? .requested(due: waiting.due) : NewAccountOutcome.refused)
            }
            let making = NewAccountOnNumber(of: person, at: now, in: transaction)
            guard try making.isPossible(unusedSince: now - NewAccountOnNumber.unusedFor) else {
                throw Rollback(NewAccountOutcome.refused)
            }
            let act = DelayedAct(account: account, kind: .newAccount, device: device.id, target: target)
            try transaction.batch(
                [DelayedActTable.insert(act, at: now)]
                    + NoticeTable.insert(
                        .newAccountRequested, about: device, until: now + ConfirmationRule.delay, of: account, at: now))
            return .requested(due: now + ConfirmationRule.delay)
        }
    }

    /// The accounts without a number that no device was used for in 90 days, at most `limit`.
    public func abandonedAccounts(limit: Int, at now: Instant) async throws -> [AccountID] {
        try await database.select(
            Statement(
                """
                SELECT a.id FROM account a
                WHERE a.phone_index IS NULL AND a.kind <> $3 AND a.created < $1
                    AND NOT EXISTS (SELECT 1 FROM device d WHERE d.account = a.id AND d.last_used >= $1)
                LIMIT $2
                """, .instant(now - .days(90)), .int(limit), .enumValue(Role.child))
        ).map { try $0.identifier(0) }
    }
}
