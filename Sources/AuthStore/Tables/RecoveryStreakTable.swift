import Primitives
import SQL

/// Statements that count attempts at recovery codes: in `recovery_streak` those in a row of a device key, and in the
/// column `recovery_tries` those of a session.
enum RecoveryStreakTable {
    /// Counts one more attempt in a row and, at the limit, makes the device key wait after this attempt. Returns the
    /// number of attempts in a row, which begins again at 1 after a wait; nil while the key has to wait.
    static func countAttempt(
        of account: AccountID, thumbprint: String, limits: CodeLimits, at now: Instant,
        in transaction: any Transaction
    ) throws -> Int64? {
        try transaction.first(
            Statement(
                """
                INSERT INTO recovery_streak (account, thumbprint, failures, waits_until, at)
                VALUES ($1, $2, 1, 0, $3)
                ON CONFLICT (account, thumbprint) DO UPDATE SET at = $3,
                    failures = CASE WHEN recovery_streak.waits_until > 0 THEN 1 ELSE recovery_streak.failures + 1 END,
                    waits_until = CASE WHEN recovery_streak.waits_until = 0 AND recovery_streak.failures + 1 >= $4
                        THEN CAST($5 AS BIGINT) ELSE 0 END
                WHERE recovery_streak.waits_until <= $3 RETURNING failures
                """,
                .identifier(account), .text(thumbprint), .instant(now), .int(limits.inARow),
                .instant(now + limits.wait))
        ).map { try $0.int(0) }
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
