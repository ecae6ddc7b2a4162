import Domain
import Primitives
import SQL

/// Statements on `otp_streak`: attempts in a row without a right code, per number and device key.
enum StreakTable {
    /// Counts one more attempt in a row, as ``AttemptStreak/countAttempt(limits:at:in:)`` does.
    static func countAttempt(
        at challenge: ChallengeRecord, limits: CodeLimits, at now: Instant, in transaction: any Transaction
    ) throws -> Int64? {
        let (phone, key) = try row(of: challenge, in: transaction)
        return try AttemptStreak(
            "otp_streak", at: ("phone_index", .bytes(phone)), thumbprint: challenge.thumbprint,
            storing: ("index_key", .int(key))
        ).countAttempt(limits: limits, at: now, in: transaction)
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

    /// The latest moment until which any device key has to wait for this number; nil if none has to.
    static func lastWait(phone: PhoneIndex, at now: Instant, in transaction: any Transaction) throws -> Instant? {
        try transaction.first(
            Statement(
                "SELECT MAX(waits_until) FROM otp_streak WHERE phone_index IN ($1, $2) AND waits_until > $3",
                values: phone.values + [.instant(now)])
        )?.instantOrNil(0)
    }

    /// Ends the wait of every device key that has to wait for this number; their counts begin again. Returns the number of
    /// device keys.
    static func endWaits(phone: PhoneIndex, at now: Instant, in transaction: any Transaction) throws -> Int {
        try transaction.run(
            Statement(
                "DELETE FROM otp_streak WHERE phone_index IN ($1, $2) AND waits_until > $3",
                values: phone.values + [.instant(now)]))
        return transaction.changes
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
