import Audit
import Domain
public import Primitives
import SQL

/// An attempt at a recovery code that has been counted and committed. Its code may now be compared, once.
public struct RecoveryAttempt: Sendable, Hashable {
    let account: AccountID
    /// The session of the caller, whose attempts are counted too; nil for a login, which has none yet.
    let session: SessionID?
    /// The device of the attempt; nil if the key belongs to none of the account.
    let device: DeviceID?
    let thumbprint: String
    /// The keyed hashes of the code that was entered, under each key that codes may have been made with.
    let hashes: [[UInt8]]
    /// The attempts of the session, 0 without one, and those of the device key in a row, this one included.
    let tries: Int64, streak: Int64
    /// The attempts that the session, or the one-time code of the login, has left after this one.
    public let left: Int

    public enum Outcome: Sendable, Hashable {
        /// The attempt is counted: compare the code now.
        case counted(RecoveryAttempt)
        /// The session has had all its attempts; nothing was counted.
        case exhausted
        /// The device key has to wait because of its attempts in a row; nothing was counted.
        case wait(until: Instant)
        /// The session or its account is unknown, or the login needs no recovery code; nothing was counted.
        case unknown
    }
}

extension RecoveryAttempt {
    /// Records the attempt, and the wait that it begins, in the audit log.
    func audit(
        _ secret: AuditDetail, _ limits: CodeLimits, at now: Instant, in transaction: any Transaction
    ) throws {
        try transaction.audit(entry(.attempt, secret, at: now))
        if streak >= limits.inARow { try transaction.audit(entry(.lock, .recoveryWait, at: now)) }
    }

    /// What the audit log records when the code was right and is used up.
    func accepted(_ secret: AuditDetail, at now: Instant) -> AuditEntry { entry(.accepted, secret, at: now) }

    private func entry(_ kind: AuditKind, _ word: AuditDetail, at now: Instant) -> AuditEntry {
        AuditEntry(kind, word, account: account, device: device, session: session, at: now)
    }
}
