import Domain
import Primitives
import SQL

/// Statements on `otp_streak`: attempts in a row without a right code, per number and device key.
enum StreakTable {
    /// Counts one more attempt in a row and, at the limit, makes the device key wait after this attempt. Returns the
    /// number of attempts in a row, which begins again at 1 after a wait; nil while the key has to wait.
    static func countAttempt(
        at challenge: ChallengeRecord, limits: CodeLimits, at now: Instant, in transaction: any Transaction
    ) throws -> Int64? {
        try transaction.first(
            Statement(
                """
                INSERT INTO otp_streak (phone_index, thumbprint, failures, waits_until, at)
                VALUES ($1, $2, 1, 0, $3)
                ON CONFLICT (phone_index, thumbprint) DO UPDATE SET at = $3,
                    failures = CASE WHEN otp_streak.waits_until > 0 THEN 1 ELSE otp_streak.failures + 1 END,
                    waits_until = CASE WHEN otp_streak.waits_until = 0 AND otp_streak.failures + 1 >= $4
                        THEN CAST($5 AS BIGINT) ELSE 0 END
                WHERE otp_streak.waits_until <= $3 RETURNING failures
                """,
                .bytes(challenge.phoneIndex.bytes), .text(challenge.thumbprint), .instant(now),
                .int(limits.inARow), .instant(now + limits.wait))
        ).map { try $0.int(0) }
    }

    /// The moment until which a device key has to wait before its next attempt; nil if it need not wait.
    static func waitsUntil(
        phone: PhoneIndex, thumbprint: String, at now: Instant, in transaction: any Transaction
    ) throws -> Instant? {
        try transaction.first(
            Statement(
                "SELECT waits_until FROM otp_streak WHERE phone_index = $1 AND thumbprint = $2 AND waits_until > $3",
                .bytes(phone.bytes), .text(thumbprint), .instant(now))
        ).map { try $0.instant(0) }
    }

    /// Deletes the streak an attempt is part of, unless another attempt was counted since.
    static func reset(_ attempt: Attempt) -> Statement {
        Statement(
            "DELETE FROM otp_streak WHERE phone_index = $1 AND thumbprint = $2 AND failures = $3",
            .bytes(attempt.challenge.phoneIndex.bytes), .text(attempt.challenge.thumbprint), .integer(attempt.streak))
    }
}
