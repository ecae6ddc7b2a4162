import Domain
import Primitives
import SQL

/// Statements on `pin_challenge`. The transaction has locked the account.
enum PINChallengeTable {
    /// The account of a challenge; nil if the challenge is unknown.
    static func account(of id: PINChallengeID, in transaction: any Transaction) throws -> AccountID? {
        try transaction.first(Statement("SELECT account FROM pin_challenge WHERE id = $1", .identifier(id)))
            .map { try $0.identifier(0) }
    }

    /// Reads a challenge that is not void, even if it was used or has expired.
    static func read(_ id: PINChallengeID, in transaction: any Transaction) throws -> PINChallengeRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(PINChallengeRecord.columns) FROM pin_challenge
                WHERE id = $1 AND \(OlderCopyTable.isNotVoid)
                """, .identifier(id))
        ).map { try PINChallengeRecord($0) }
    }

    /// Stores a challenge and returns it. It takes the place of the device key's former challenge for the same purpose.
    static func replace(
        with new: NewPINChallenge, of account: AccountRecord, generation: Int64, at now: Instant,
        in transaction: any Transaction
    ) throws -> PINChallengeRecord? {
        let stored = Statement(
            """
            INSERT INTO pin_challenge (account, thumbprint, purpose, id, session, tsv, generation, new_salt, hash_key,
                created, expires, attempt, attempt_mac, used_at, begun_in)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, NULL, NULL, NULL, \(Generations.numberSubselect))
            ON CONFLICT (account, thumbprint, purpose) DO UPDATE SET id = $4, session = $5, tsv = $6, generation = $7,
                new_salt = $8, hash_key = $9, created = $10, expires = $11, attempt = NULL, attempt_mac = NULL,
                used_at = NULL, begun_in = \(Generations.numberSubselect)
            RETURNING \(PINChallengeRecord.columns)
            """,
            .identifier(account.id), .text(new.thumbprint), .enumValue(new.purpose), .identifier(new.id),
            .identifierOrNull(new.session), .integer(account.tokenSecretVersion), .integer(generation),
            .bytes(new.newSalt), .int(new.hashKey), .instant(now), .instant(now + PINChallengeRecord.lifetime))
        return try transaction.first(stored).map { try PINChallengeRecord($0) }
    }

    /// Records the attempt that was counted for a challenge.
    static func storeAttempt(_ count: Int64, mac: [UInt8], for id: PINChallengeID) -> Statement {
        Statement(
            "UPDATE pin_challenge SET attempt = $2, attempt_mac = $3 WHERE id = $1", .identifier(id), .integer(count),
            .bytes(mac))
    }

    /// Uses a challenge up in the statement that checks that it is unused; returns false if it was used or has expired.
    static func consume(_ id: PINChallengeID, at now: Instant, in transaction: any Transaction) throws -> Bool {
        try transaction.run(
            Statement(
                """
                UPDATE pin_challenge SET used_at = $2
                WHERE id = $1 AND used_at IS NULL AND expires > $2 AND \(OlderCopyTable.isNotVoid)
                """, .identifier(id), .instant(now)))
        return transaction.changes == 1
    }
}
