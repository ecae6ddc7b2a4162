import Primitives
import SQL

/// Statements on `recovery_set` and `recovery_code`. An account has at most one set that counts, and one that does not
/// count yet; the newest of those whose `counts_from` has come is the one that counts. The codes are stored as keyed
/// hashes; the seed is a random part of what they are derived from.
enum RecoveryCodeTable {
    /// The seed of the set that counts, as a subselect; `$1` is the account and `$2` the time.
    private static let counting = """
        (SELECT s.seed FROM recovery_set s WHERE s.account = $1 AND s.counts_from <= $2
            ORDER BY s.counts_from DESC, s.made DESC LIMIT 1)
        """

    /// The moment from which an unused code with one of the hashes counts; nil if the account has no such code.
    static func countsFrom(
        _ hashes: [[UInt8]], of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Instant? {
        try hashes.lazy.compactMap { hash in
            try transaction.first(
                Statement(
                    """
                    SELECT t.counts_from FROM recovery_code c
                        JOIN recovery_set t ON t.account = c.account AND t.seed = c.seed
                    WHERE c.account = $1 AND c.code_hash = $3 AND c.used_at IS NULL
                        AND (t.counts_from > $2 OR t.seed = \(counting))
                    """, .identifier(account), .instant(now), .bytes(hash))
            ).map { try $0.instant(0) }
        }.first
    }

    /// Uses a code with one of the hashes up in the statement that checks that it is unused and counts; returns false if
    /// there is none.
    static func consume(
        _ hashes: [[UInt8]], of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        for hash in hashes {
            try transaction.run(
                Statement(
                    """
                    UPDATE recovery_code SET used_at = $2
                    WHERE account = $1 AND code_hash = $3 AND used_at IS NULL AND seed = \(counting)
                    """, .identifier(account), .instant(now), .bytes(hash)))
            if transaction.changes == 1 { return true }
        }
        return false
    }

    /// Deletes the sets that do not count yet, with their codes; returns true if there was one.
    static func withdrawNew(
        of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.run(
            Statement(
                "DELETE FROM recovery_set WHERE account = $1 AND counts_from > $2", .identifier(account), .instant(now))
        )
        guard transaction.changes > 0 else { return false }
        try transaction.run(deleteCodesWithoutSet(of: account))
        return true
    }

    /// Deletes the sets that do not count yet and that one of some devices made, with their codes; returns true if there
    /// was one. A set without a recorded maker may be theirs, so it is deleted too.
    static func withdrawNew(
        madeBy devices: [DeviceRecord], of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        let makers = (0..<devices.count).map { "$\($0 + 3)" }.joined(separator: ", ")
        try transaction.run(
            Statement(
                """
                DELETE FROM recovery_set WHERE account = $1 AND counts_from > $2
                    AND (made_by IS NULL OR made_by IN (\(makers)))
                """, values: [.identifier(account), .instant(now)] + devices.map { .identifier($0.id) }))
        guard transaction.changes > 0 else { return false }
        try transaction.run(deleteCodesWithoutSet(of: account))
        return true
    }

    /// Lets no set begin to count before a moment, the end of a hold.
    static func postponeNew(of account: AccountID, until: Instant, at now: Instant) -> Statement {
        Statement(
            "UPDATE recovery_set SET counts_from = $3 WHERE account = $1 AND counts_from > $2 AND counts_from < $3",
            .identifier(account), .instant(now), .instant(until))
    }

    /// Inserts a set in place of those that do not count yet and of those that were replaced before. If it counts now,
    /// it replaces every other set.
    static func insert(
        _ codes: NewRecoveryCodes, by maker: DeviceID, countsFrom: Instant, of account: AccountID, at now: Instant,
        in transaction: any Transaction
    ) throws {
        let replaced = countsFrom > now ? "(counts_from > $2 OR seed <> \(counting))" : "made <= $2"
        try transaction.run(
            Statement(
                "DELETE FROM recovery_set WHERE account = $1 AND \(replaced)", .identifier(account), .instant(now)))
        var statements = [
            deleteCodesWithoutSet(of: account),
            Statement(
                """
                INSERT INTO recovery_set (account, seed, made, counts_from, hash_key, made_by)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                .identifier(account), .bytes(codes.seed), .instant(now), .instant(countsFrom), .int(codes.hashKey),
                .identifier(maker)),
        ]
        statements += codes.hashes.map {
            Statement(
                "INSERT INTO recovery_code (account, code_hash, seed, used_at) VALUES ($1, $2, $3, NULL)",
                .identifier(account), .bytes($0), .bytes(codes.seed))
        }
        try transaction.batch(statements)
    }

    /// Marks the sets with a time after `now` that counted by `latest` and that a newer set had replaced by then, so that
    /// they stay replaced when the times are set back.
    static func markReplaced(at now: Instant, by latest: Instant) -> Statement {
        Statement(
            """
            UPDATE recovery_set SET counts_from = 0 WHERE counts_from > $1 AND counts_from <= $2 AND EXISTS (
                SELECT 1 FROM recovery_set s WHERE s.account = recovery_set.account AND s.counts_from <= $2
                    AND (s.counts_from > recovery_set.counts_from
                        OR s.counts_from = recovery_set.counts_from AND s.made > recovery_set.made))
            """, .instant(now), .instant(latest))
    }

    static func hasSet(_ account: AccountID, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement("SELECT 1 FROM recovery_set WHERE account = $1 LIMIT 1", .identifier(account))) != nil
    }

    /// The moment from which the codes of a seed count, and the number of the key they were made with; nil if the set was
    /// replaced or withdrawn.
    static func set(
        seed: [UInt8], of account: AccountID, in transaction: any Transaction
    ) throws -> (countsFrom: Instant, hashKey: Int)? {
        try transaction.first(
            Statement(
                "SELECT counts_from, hash_key FROM recovery_set WHERE account = $1 AND seed = $2",
                .identifier(account), .bytes(seed))
        ).map { (try $0.instant(0), try $0.keyNumber(1)) }
    }

    /// The number of unused codes that count, and the moment from which newer ones do; nil if there are none.
    static func status(
        of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> (left: Int, newCountFrom: Instant?) {
        let row = try transaction.first(
            Statement(
                """
                SELECT (SELECT COUNT(*) FROM recovery_code c
                        WHERE c.account = $1 AND c.used_at IS NULL AND c.seed = \(counting)),
                    (SELECT MAX(t.counts_from) FROM recovery_set t WHERE t.account = $1 AND t.counts_from > $2)
                """, .identifier(account), .instant(now)))
        return (Int(try row?.int(0) ?? 0), try row?.instantOrNil(1))
    }

    /// Deletes all codes and sets of an account, and the counts of attempts.
    static func deleteAll(of account: AccountID) -> [Statement] {
        ["recovery_code", "recovery_set", "recovery_streak"].map {
            Statement("DELETE FROM \($0) WHERE account = $1", .identifier(account))
        }
    }

    private static func deleteCodesWithoutSet(of account: AccountID) -> Statement {
        Statement(
            """
            DELETE FROM recovery_code WHERE account = $1
                AND seed NOT IN (SELECT s.seed FROM recovery_set s WHERE s.account = $1)
            """, .identifier(account))
    }
}
