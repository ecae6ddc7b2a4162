import Primitives
import SQL

/// Statements that count attempts at recovery codes: in `recovery_streak` those in a row of a device key, and in the
/// column `recovery_tries` those of a session.
enum RecoveryStreakTable {
    /// Counts one more attempt in a row, as ``AttemptStreak/countAttempt(limits:at:in:)`` does.
    static func countAttempt(
        of account: AccountID, thumbprint: String, limits: CodeLimits, at now: Instant,
        in transaction: any Transaction
    ) throws -> Int64? {
        try AttemptStreak("recovery_streak", at: ("account", .identifier(account)), thumbprint: thumbprint)
            .countAttempt(limits: limits, at: now, in: transaction)
    }

    /// The moment until which a device key has to wait.
    static func waitsUntil(
        of account: AccountID, thumbprint: String, in transaction: any Transaction
    ) throws -> Instant? {
        try transaction.first(
            Statement(
                "SELECT waits_until FROM recovery_streak WHERE account = $1 AND thumbprint = $2", .identifier(account),
                .text(thumbprint))
        ).map { try $0.instant(0) }
    }

    /// Counts one more attempt of a session; nil if it has had `limit`.
    static func countAttempt(
        of session: SessionRecord, limit: Int, in transaction: any Transaction
    ) throws -> Int64? {
        try transaction.first(
            Statement(
                """
                UPDATE session SET recovery_tries = recovery_tries + 1
                WHERE account = $1 AND id = $2 AND recovery_tries < $3 RETURNING recovery_tries
                """, .identifier(session.account), .identifier(session.id), .int(limit))
        ).map { try $0.int(0) }
    }

    /// Resets the count of attempts in a row after a right code, unless another attempt was counted since.
    static func reset(_ attempt: RecoveryAttempt) -> [Statement] {
        var statements = [
            Statement(
                "DELETE FROM recovery_streak WHERE account = $1 AND thumbprint = $2 AND failures = $3",
                .identifier(attempt.account), .text(attempt.thumbprint), .integer(attempt.streak))
        ]
        if let session = attempt.session {
            statements.append(
                Statement(
                    "UPDATE session SET recovery_tries = 0 WHERE account = $1 AND id = $2 AND recovery_tries = $3",
                    .identifier(attempt.account), .identifier(session), .integer(attempt.tries)))
        }
        return statements
    }
}
