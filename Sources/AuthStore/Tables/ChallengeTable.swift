import Domain
import Primitives
import SQL

/// Statements on `otp_challenge`. An open challenge is neither used nor ended; it may have expired. A device key has at
/// most one open challenge for a number.
enum ChallengeTable {
    /// The condition that a challenge is open.
    private static let isOpen = "used_at IS NULL AND ended_at IS NULL AND \(OlderCopyTable.isNotVoid)"

    static func read(_ id: ChallengeID, in transaction: any Transaction) throws -> ChallengeRecord? {
        try transaction.first(
            Statement("SELECT \(ChallengeRecord.columns) FROM otp_challenge WHERE id = $1", .identifier(id))
        ).map { try ChallengeRecord($0) }
    }

    /// Reads the row and locks it until the transaction ends.
    static func lock(_ id: ChallengeID, in transaction: any Transaction) throws -> ChallengeRecord? {
        try transaction.first(
            Statement("SELECT \(ChallengeRecord.columns) FROM otp_challenge WHERE id = $1 {lockRow}", .identifier(id))
        ).map { try ChallengeRecord($0) }
    }

    /// Counts one more attempt; nil if the challenge has had `limit` attempts, was used or ended, or has expired.
    static func countAttempt(
        _ id: ChallengeID, limit: Int, at now: Instant, in transaction: any Transaction
    ) throws -> ChallengeRecord? {
        try transaction.first(
            Statement(
                """
                UPDATE otp_challenge SET tries = tries + 1
                WHERE id = $1 AND tries < $2 AND \(isOpen) AND expires > $3
                RETURNING \(ChallengeRecord.columns)
                """, .identifier(id), .int(limit), .instant(now))
        ).map { try ChallengeRecord($0) }
    }

    /// Uses a challenge up in the statement that checks that it is unused, and drops its message; returns false if it
    /// was used or ended or has expired.
    static func consume(_ id: ChallengeID, at now: Instant, in transaction: any Transaction) throws -> Bool {
        try transaction.run(
            Statement(
                """
                UPDATE otp_challenge SET used_at = $2
                WHERE id = $1 AND \(isOpen) AND expires > $2
                """, .identifier(id), .instant(now)))
        guard transaction.changes == 1 else { return false }
        try transaction.run(OutboxTable.dropMessage(of: id))
        return true
    }

    /// Ends the open challenge of a device key for a number and drops its message if that was not sent yet. The same is
    /// done with a challenge that an older copy of the database made void, because the unique index counts it as open.
    static func endOpen(
        phone: PhoneIndex, thumbprint: String, at now: Instant, in transaction: any Transaction
    ) throws {
        let ended = try transaction.run(
            Statement(
                """
                UPDATE otp_challenge SET ended_at = $4
                WHERE \(PhoneIndex.isOfNumber) AND thumbprint = $3 AND ended_at IS NULL AND used_at IS NULL RETURNING id
                """, values: phone.values + [.text(thumbprint), .instant(now)]))
        for row in ended { try transaction.run(OutboxTable.dropMessage(of: row.identifier(0))) }
    }

    /// Ends the open challenges of a number on every device key of the number's account. Challenges of other device
    /// keys for the number stay open.
    static func endOpenOnKnownDevices(
        phone: PhoneIndex, at now: Instant, in transaction: any Transaction
    ) throws {
        let rows = try transaction.run(
            Statement(
                """
                SELECT d.thumbprint FROM account a JOIN device d ON d.account = a.id
                WHERE a.id = \(AccountNumberTable.account) ORDER BY d.thumbprint
                """, values: phone.values))
        for row in rows { try endOpen(phone: phone, thumbprint: row.text(0), at: now, in: transaction) }
    }

    /// Opens a challenge in place of the one its device key has open for the number.
    ///
    /// Another transaction may open one at the same moment. The unique index admits one of the two; if it is the other
    /// transaction's, the loop ends that challenge and inserts again.
    static func replace(with new: NewChallenge, at now: Instant, in transaction: any Transaction) throws {
        repeat {
            try endOpen(phone: new.phoneIndex, thumbprint: new.thumbprint, at: now, in: transaction)
            try transaction.run(
                Statement(
                    """
                    INSERT INTO otp_challenge (id, purpose, phone_index, thumbprint, prefix, salt, code_hash, tries,
                        used_at, ended_at, created, expires, address_group, hash_key, index_key, phone_index_other,
                        address_group_other, begun_in)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, 0, NULL, NULL, $8, $9, $10, $11, $12, $13, $14,
                        \(Generations.numberSubselect))
                    ON CONFLICT (phone_index, thumbprint) WHERE used_at IS NULL AND ended_at IS NULL DO NOTHING
                    """,
                    .identifier(new.id), .enumValue(new.purpose), .bytes(new.phoneIndex.bytes), .text(new.thumbprint),
                    .text(new.keys.prefix), .bytes(new.salt), .bytes(new.codeHash), .instant(now),
                    .instant(new.expires), .bytesOrNull(new.keys.shareGroup), .int(new.hashKey),
                    .int(new.phoneIndex.key), .bytesOrNull(new.phoneIndex.other),
                    .bytesOrNull(new.keys.otherKeys.first?.shareGroup)))
        } while transaction.changes == 0
    }

    /// True if the number has an open challenge that has not expired.
    static func hasOpen(phone: PhoneIndex, at now: Instant, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement(
                """
                SELECT 1 FROM otp_challenge
                WHERE \(PhoneIndex.isOfNumber) AND \(isOpen) AND expires > $3 LIMIT 1
                """, values: phone.values + [.instant(now)])) != nil
    }

    /// Locks every challenge of a number, of whatever device key.
    static func lockAll(phone: PhoneIndex) -> Statement {
        Statement(
            "SELECT 1 FROM otp_challenge WHERE \(PhoneIndex.isOfNumber) ORDER BY id {lockRow}", values: phone.values)
    }

    static func deleteAll(phone: PhoneIndex) -> Statement {
        Statement("DELETE FROM otp_challenge WHERE \(PhoneIndex.isOfNumber)", values: phone.values)
    }
}
