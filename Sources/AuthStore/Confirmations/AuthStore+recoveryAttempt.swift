import FaultInjection
public import Primitives
import SQL

extension AuthStore {
    /// Counts one more attempt at a recovery code and commits it before the code is compared, so that neither a crash
    /// nor parallel attempts earn a free try.
    /// - Parameter hashes: the keyed hashes of the code that was entered, under each key that codes may have been made with.
    public func countRecoveryAttempt(
        _ hashes: [[UInt8]], of session: SessionID, account: AccountID, limits: CodeLimits, at now: Instant
    ) async throws -> RecoveryAttempt.Outcome {
        let outcome = try await change { transaction -> RecoveryAttempt.Outcome in
            guard try AccountTable.lock(account, in: transaction) != nil,
                let found = try SessionTable.read(session, of: account, in: transaction)
            else { throw Rollback(RecoveryAttempt.Outcome.unknown) }
            guard
                let streak = try RecoveryStreakTable.countAttempt(
                    of: account, thumbprint: found.thumbprint, limits: limits, at: now, in: transaction)
            else {
                let until = try RecoveryStreakTable.waitsUntil(
                    of: account, thumbprint: found.thumbprint, in: transaction)
                throw Rollback(RecoveryAttempt.Outcome.wait(until: until ?? now + limits.wait))
            }
            guard
                let tries = try RecoveryStreakTable.countAttempt(
                    of: found, limit: limits.perChallenge, in: transaction)
            else { throw Rollback(RecoveryAttempt.Outcome.exhausted) }
            return .counted(
                RecoveryAttempt(
                    account: account, session: session, thumbprint: found.thumbprint, hashes: hashes, tries: tries,
                    streak: streak, left: max(0, limits.perChallenge - Int(tries))))
        }
        if case .counted = outcome { FailPoint.reached("after-count") }
        return outcome
    }
}
