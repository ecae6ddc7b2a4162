import Audit
import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The second factor of an account, even if it is not confirmed.
    public func secondFactor(of account: AccountID) async throws -> SecondFactorRecord? {
        try await database.read { try SecondFactorTable.read(account, in: $0) }
    }

    /// Stores a second factor that waits for its first code.
    /// - Parameter given: the confirmation; `loginCode` in a session that waits for its second factor.
    /// - Throws: ``ConfirmationRefused``.
    public func makeSecondFactor(
        _ new: NewSecondFactor, of account: AccountID, in caller: SessionID, confirmedBy given: CountedConfirmation,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SecondFactorChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(
                idempotencyKey, storing: new.id.bytes, at: now, in: transaction)
            {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: SecondFactorChange.callerEnded)
            let (person, device) = (caller.account, caller.device)
            if try SecondFactorTable.isConfirmed(account, in: transaction) { throw Rollback(SecondFactorChange.exists) }
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            let act = ConfirmationRule.secretAct(registered: person.created, hasHadOne: false, at: now)
            let start = ConfirmationRule.secretCounts(madeAt: now, by: try change.confirmation(given), for: act)
            try change.requireEffect(of: act, by: given)
            try change.useUp(given)
            try transaction.run(
                SecondFactorTable.store(new, countsFrom: start, by: device.id, of: account, at: now))
            return .made(countsFrom: start)
        }
    }

    /// Confirms a second factor by its first code. A session that waits for it is raised; an operator's other full sessions
    /// end.
    public func confirmSecondFactor(
        by code: SecondFactorCode, in caller: SessionID, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SecondFactorChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            let account = code.factor.account
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: SecondFactorChange.callerEnded)
            let (person, session, device) = (caller.account, caller.session, caller.device)
            guard try !SecondFactorTable.isConfirmed(account, in: transaction),
                try SecondFactorTable.consume(code, in: transaction)
            else { throw Rollback(SecondFactorChange.unusable) }
            try transaction.batch([SecondFactorTable.confirm(account)] + RecoveryStreakTable.reset(code.attempt))
            try transaction.audit(code.attempt.accepted(.secondFactor, at: now))
            let start = code.factor.countsFrom
            try NoticeTable.append(
                .secondFactorMade, about: device, until: start > now ? start : nil, of: account, at: now,
                in: transaction)
            try SessionEnding.endFullSessions(ofOperatorMakingSecret: person, at: now, in: transaction)
            if session.level == .preTFA { try SessionRaising(session, of: person, at: now, in: transaction).raise() }
            return .done
        }
    }

    /// Raises a session that waits for its second factor, by a code of it or by a recovery code.
    /// - Throws: ``ConfirmationRefused`` for a wrong recovery code.
    public func passSecondFactor(
        by given: CountedConfirmation, of account: AccountID, in caller: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> SecondFactorChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: SecondFactorChange.callerEnded)
            let (person, session, device) = (caller.account, caller.session, caller.device)
            guard session.level == .preTFA, try SecondFactorTable.isConfirmed(account, in: transaction) else {
                throw Rollback(SecondFactorChange.unusable)
            }
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            switch given {
            // A factor that does not confirm acts yet is a second factor of the login all the same.
            case .secondFactor(let code): try code.use(at: now, in: transaction)
            case .recoveryCode:
                try change.requireEffect(of: .admitItself, by: given)
                try change.useUp(given)
            case .none, .message, .pin, .loginCode, .decision: throw Rollback(SecondFactorChange.unusable)
            }
            try SessionRaising(session, of: person, at: now, in: transaction).raise()
            return .done
        }
    }

    /// Removes the second factor of an account.
    /// - Throws: ``ConfirmationRefused``.
    public func removeSecondFactor(
        of account: AccountID, in caller: SessionID, confirmedBy given: CountedConfirmation,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SecondFactorChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: SecondFactorChange.callerEnded)
            let (person, device) = (caller.account, caller.device)
            guard try SecondFactorTable.isConfirmed(account, in: transaction) else {
                throw Rollback(SecondFactorChange.unusable)
            }
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            try change.requireEffect(of: .changeSecret, by: given)
            try change.useUp(given)
            try transaction.run(SecondFactorTable.delete(of: account))
            try NoticeTable.append(.secondFactorRemoved, about: device, of: account, at: now, in: transaction)
            return .done
        }
    }
}

extension SecondFactorCode {
    /// Uses the code up, and ends the counts of attempts.
    /// - Throws: ``ConfirmationRefused/secondFactorUnusable`` if the code was used or the factor replaced meanwhile.
    func use(at now: Instant, in transaction: any Transaction) throws {
        guard try SecondFactorTable.consume(self, in: transaction) else {
            throw ConfirmationRefused.secondFactorUnusable
        }
        try transaction.batch(RecoveryStreakTable.reset(attempt))
        try transaction.audit(attempt.accepted(.secondFactor, at: now))
    }
}
