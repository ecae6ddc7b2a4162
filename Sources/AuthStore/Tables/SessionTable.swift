import Audit
import Domain
import Primitives
import SQL

/// Statements on `session`. Every end of a session appends its revocation event in the same transaction. Only an older
/// copy of the database ends sessions in another way (``OlderCopyTable``) and gives the feed a new epoch. The column
/// `gate` holds the session's level.
enum SessionTable {
    /// The reason why a session was ended, as an expression; NULL if it was not. Only this expression reads the column.
    static let ended =
        "CASE WHEN ended IS NULL AND NOT (\(OlderCopyTable.isNotVoid)) THEN 'loginRequired' ELSE ended END"
    /// The SQL condition that is true for a session that has not ended.
    static let isOpen = "ended IS NULL AND \(OlderCopyTable.isNotVoid)"

    static func read(
        _ id: SessionID, of account: AccountID, in transaction: any Transaction
    ) throws -> SessionRecord? {
        try transaction.first(
            Statement(
                "SELECT \(SessionRecord.columns) FROM session s WHERE s.account = $1 AND s.id = $2",
                .identifier(account), .identifier(id))
        ).map { try SessionRecord($0) }
    }

    /// Reads a session together with its account.
    static func readWithAccount(
        _ id: SessionID, in transaction: any Transaction
    ) throws -> (account: AccountRecord, session: SessionRecord)? {
        try transaction.first(
            Statement(
                """
                SELECT \(AccountRecord.columns), \(SessionRecord.columns)
                FROM session s JOIN account a ON a.id = s.account WHERE s.id = $1
                """, .identifier(id))
        ).map { (try AccountRecord($0), try SessionRecord($0, from: AccountRecord.width)) }
    }

    /// The account of a session; nil if the session is unknown. A session never changes its account.
    static func account(of id: SessionID, in transaction: any Transaction) throws -> AccountID? {
        try transaction.first(Statement("SELECT account FROM session WHERE id = $1", .identifier(id)))
            .map { try $0.identifier(0) }
    }

    /// The sessions of an account that were not ended, including those that have expired, newest first.
    static func notEnded(of account: AccountID, in transaction: any Transaction) throws -> [SessionRecord] {
        try transaction.run(
            Statement(
                """
                SELECT \(SessionRecord.columns) FROM session s WHERE s.account = $1 AND \(isOpen)
                ORDER BY s.created DESC, s.id
                """, .identifier(account))
        ).map { try SessionRecord($0) }
    }

    /// The reason why the account's last ended session ended; nil if none has ended.
    static func lastEnd(of account: AccountID, in transaction: any Transaction) throws -> SessionEnd? {
        try transaction.first(
            Statement(
                """
                SELECT \(ended) FROM session WHERE account = $1 AND NOT (\(isOpen))
                ORDER BY COALESCE(ended_at, \(OlderCopyTable.voidedAt)) DESC, id LIMIT 1
                """, .identifier(account))
        ).flatMap { try $0.enumValueOrNil(0) }
    }

    /// Inserts the session of a login, for the account and device as they are now, and records it in the audit log.
    static func append(
        _ session: NewSession, of account: AccountRecord, on device: DeviceRecord, level: SessionLevel,
        at now: Instant, in transaction: any Transaction
    ) throws {
        try transaction.run(insert(session, of: account, on: device, level: level, at: now))
        try transaction.audit(
            .init(
                .session, level, account: account.id, device: device.id, session: session.identifiers.session, at: now))
    }

    private static func insert(
        _ session: NewSession, of account: AccountRecord, on device: DeviceRecord, level: SessionLevel,
        at now: Instant
    ) -> Statement {
        let new = session.identifiers
        return Statement(
            """
            INSERT INTO session (account, id, device, thumbprint, gate, tsv, family, generation, refresh_hash,
                previous_hash, digits, admit_tries, ended, ended_at, created, last_used, expires, hash_key, amr, begun_in)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, NULL, $9, 0, NULL, NULL, $10, $10, $11, $12, $13,
                \(Generations.numberSubselect))
            """,
            .identifier(account.id), .identifier(new.session), .identifier(device.id), .text(device.thumbprint),
            .enumValue(level), .integer(account.tokenSecretVersion), .identifier(new.family),
            .bytes(session.refreshHash(account.id, new.session, new.family, level)),
            .textOrNull(level == .unproven ? session.digits : nil), .instant(now), .instant(now + session.lifetime),
            .int(session.hashKey), .enumValue(session.means))
    }

    /// Stores the hash of the next refresh token, and the hash of the spent one as the previous hash and among the spent
    /// tokens.
    /// - Parameter key: the number of the key of both hashes.
    static func rotate(
        _ session: SessionRecord, spent: [UInt8], successor: [UInt8], key: Int, at now: Instant
    ) -> Statement {
        Statement(
            """
            UPDATE session SET refresh_hash = $3, previous_hash = $4, generation = $5, last_used = $6, spent_tokens = $7,
                hash_key = $8
            WHERE account = $1 AND id = $2
            """,
            .identifier(session.account), .identifier(session.id), .bytes(successor), .bytes(spent),
            .integer(session.generation + 1), .instant(now),
            .bytes(SpentToken.encode([SpentToken(hash: spent, at: now)] + session.spentTokens)), .int(key))
    }

    /// Raises a session to a level. The wrong digits that were entered for it while it was unproven are not its own.
    static func raise(_ session: SessionID, of account: AccountID, to level: SessionLevel) -> Statement {
        Statement(
            "UPDATE session SET gate = $3, digits = NULL, admit_tries = 0 WHERE account = $1 AND id = $2",
            .identifier(account), .identifier(session), .enumValue(level))
    }

    /// Counts a wrong pair of digits that a session has entered, or that the administrator has entered for a waiting one;
    /// returns the number of wrong pairs.
    static func countWrongDigits(
        of session: SessionID, _ account: AccountID, in transaction: any Transaction
    ) throws -> Int64 {
        let row = try transaction.first(
            Statement(
                """
                UPDATE session SET admit_tries = admit_tries + 1 WHERE account = $1 AND id = $2 RETURNING admit_tries
                """, .identifier(account), .identifier(session)))
        return try row?.int(0) ?? 0
    }

    static func wrongDigits(
        of session: SessionID, _ account: AccountID, in transaction: any Transaction
    ) throws -> Int64 {
        try transaction.first(
            Statement(
                "SELECT admit_tries FROM session WHERE account = $1 AND id = $2", .identifier(account),
                .identifier(session))
        )?.int(0) ?? 0
    }

    static func resetWrongDigits(of session: SessionID, _ account: AccountID) -> Statement {
        Statement(
            "UPDATE session SET admit_tries = 0 WHERE account = $1 AND id = $2", .identifier(account),
            .identifier(session))
    }

    /// Ends a session and appends the revocation event; returns false if it is unknown or had ended before.
    @discardableResult
    static func end(
        _ session: SessionID, of account: AccountID, because end: SessionEnd, at now: Instant,
        in transaction: any Transaction
    ) throws -> Bool {
        let row = try transaction.first(
            Statement(
                """
                UPDATE session SET ended = $3, ended_at = $4, digits = NULL
                WHERE account = $1 AND id = $2 AND \(isOpen) RETURNING device
                """, .identifier(account), .identifier(session), .enumValue(end), .instant(now)))
        guard let row else { return false }
        try RevocationEventTable.append(
            .init(session: session, ended: end), of: account, device: row.identifier(0), at: now, in: transaction)
        return true
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM session WHERE account = $1", .identifier(account))
    }
}
