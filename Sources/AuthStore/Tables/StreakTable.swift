import Domain
import Primitives
import SQL

/// Statements on `otp_streak`: attempts in a row without a right code, per number and device key.
enum StreakTable {
    /// The time without an attempt after which the sweep deletes a row.
    static let keptFor = Duration.days(30)

    /// Counts one more attempt in a row and, at the limit, makes the device key wait after this attempt. Returns the
    /// number of attempts in a row, which begins again at 1 after a wait; nil while the key has to wait.
    static func countAttempt(
        at challenge: ChallengeRecord, limits: CodeLimits, at now: Instant, in transaction: any Transaction
    ) throws -> Int64? {
        let (phone, key) = try row(of: challenge, in: transaction)
        return try transaction.first(
            Statement(
                """
                INSERT INTO otp_streak (phone_index, thumbprint, failures, waits_until, at, index_key)
                VALUES ($1, $2, 1, 0, $3, $6)
                ON CONFLICT (phone_index, thumbprint) DO UPDATE SET at = $3,
                    failures = CASE WHEN otp_streak.waits_until > 0 THEN 1 ELSE otp_streak.failures + 1 END,
                    waits_until = CASE WHEN otp_streak.waits_until = 0 AND otp_streak.failures + 1 >= $4
                        THEN CAST($5 AS BIGINT) ELSE 0 END
                WHERE otp_streak.waits_until <= $3 RETURNING failures
                """,
                .bytes(phone), .text(challenge.thumbprint), .instant(now),
                .int(limits.inARow), .instant(now + limits.wait), .int(key))
        ).map { try $0.int(0) }
    }

    /// The keyed hash of the number under which attempts are counted, and the number of its key: that of the row that
    /// exists, so that a new index key begins no new count. The transaction has locked the challenge, and a device key has
    /// one open challenge for a number, so no other transaction inserts a row meanwhile.
    private static func row(
        of challenge: ChallengeRecord, in transaction: any Transaction
    ) throws -> (phone: [UInt8], key: Int) {
        let phone = challenge.phoneIndex
        guard phone.other != nil else { return (phone.bytes, phone.key) }
        let known = try transaction.first(
            Statement(
                "SELECT phone_index, index_key FROM otp_streak WHERE phone_index IN ($1, $2) AND thumbprint = $3",
                values: phone.values + [.text(challenge.thumbprint)]))
        return try known.map { (try $0.bytes(0), try $0.keyNumber(1)) } ?? (phone.bytes, phone.key)
    }

    /// The moment until which a device key has to wait before its next attempt; nil if it need not wait.
    static func waitsUntil(
        phone: PhoneIndex, thumbprint: String, at now: Instant, in transaction: any Transaction
    ) throws -> Instant? {
        try transaction.first(
            Statement(
                """
                SELECT waits_until FROM otp_streak
                WHERE phone_index IN ($1, $2) AND thumbprint = $3 AND waits_until > $4
                """, values: phone.values + [.text(thumbprint), .instant(now)])
        ).map { try $0.instant(0) }
    }

    /// Deletes the streak an attempt is part of, unless another attempt was counted since.
    static func reset(_ attempt: Attempt) -> Statement {
        Statement(
            "DELETE FROM otp_streak WHERE phone_index IN ($1, $2) AND thumbprint = $3 AND failures = $4",
            values: attempt.challenge.phoneIndex.values + [
                .text(attempt.challenge.thumbprint), .integer(attempt.streak),
            ])
    }
}
