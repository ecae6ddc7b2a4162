public import Domain
import FaultInjection
public import Primitives
import SQL

extension AuthStore {
    /// Counts one more attempt at a recovery code and commits it before the code is compared, so that neither a crash
    /// nor parallel attempts earn a free try.
    /// - Parameters:
    ///   - hashes: the keyed hashes of the code that was entered, under each key that codes may have been made with.
    ///   - secret: the secret that was entered, for the audit log: codes of the second factor are counted in the same way.
    public func countRecoveryAttempt(
        _ hashes: [[UInt8]], secret: AuditDetail = .recoveryCode, of session: SessionID, account: AccountID,
        limits: CodeLimits, at now: Instant
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
            let attempt = RecoveryAttempt(
                account: account, session: session, device: found.device, thumbprint: found.thumbprint, hashes: hashes,
                tries: tries, streak: streak, left: max(0, limits.perChallenge - Int(tries)))
            try attempt.audit(secret, limits, at: now, in: transaction)
            return .counted(attempt)
        }
        if case .counted = outcome { FailPoint.reached("after-count") }
        return outcome
    }

    /// Counts one more attempt at a recovery code that a login shows beside its right one-time code, as
    /// ``countRecoveryAttempt(_:secret:of:account:limits:at:)`` does.
    ///
    /// Nothing is counted, and the code is not compared later, if the number has no account or if the device needs no
    /// admission.
    /// - Parameters:
    ///   - hashes: makes the keyed hashes of the code that was entered.
    ///   - login: the attempt at the one-time code.
    ///   - lapse: the time without use after which a device's admission lapses.
    public func countRecoveryAttempt(
        _ hashes: @Sendable @escaping (AccountID) -> [[UInt8]], at login: Attempt, lapse: Duration, limits: CodeLimits,
        at now: Instant
    ) async throws -> RecoveryAttempt.Outcome {
        let thumbprint = login.challenge.thumbprint
        let outcome = try await change { transaction -> RecoveryAttempt.Outcome in
            guard let person = try AccountTable.lock(phone: login.challenge.phoneIndex, in: transaction),
                try Self.needsAdmission(thumbprint, on: person, lapse: lapse, at: now, in: transaction)
            else { throw Rollback(RecoveryAttempt.Outcome.unknown) }
            guard
                let streak = try RecoveryStreakTable.countAttempt(
                    of: person.id, thumbprint: thumbprint, limits: limits, at: now, in: transaction)
            else {
                let until = try RecoveryStreakTable.waitsUntil(of: person.id, thumbprint: thumbprint, in: transaction)
                throw Rollback(RecoveryAttempt.Outcome.wait(until: until ?? now + limits.wait))
            }
            let attempt = RecoveryAttempt(
                account: person.id, session: nil, device: login.device, thumbprint: thumbprint,
                hashes: hashes(person.id), tries: 0, streak: streak, left: login.left)
            try attempt.audit(.recoveryCode, limits, at: now, in: transaction)
            return .counted(attempt)
        }
        if case .counted = outcome { FailPoint.reached("after-count") }
        return outcome
    }

    /// True if a right one-time code alone opens an unproven session for a device key.
    private static func needsAdmission(
        _ thumbprint: String, on person: AccountRecord, lapse: Duration, at now: Instant,
        in transaction: any Transaction
    ) throws -> Bool {
        let devices = try AccountDeviceTable.all(of: person.id, in: transaction)
        guard let own = devices.first(where: { $0.thumbprint == thumbprint }) else {
            return person.role == .operator || devices.contains(where: \.wasEverAdmitted)
        }
        return !devices.holdsAdmission(of: own, lapse: lapse, at: now)
    }
}
