import Domain
import Primitives
import SQL

/// Statements on `number_change`. The transaction has locked the account.
enum NumberChangeTable {
    /// Reads a change that can be undone.
    static func read(
        _ account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> NumberChangeRecord? {
        try read(account, in: transaction).flatMap { $0.expires > now ? $0 : nil }
    }

    /// Reads a change, even one that cannot be undone any more.
    static func read(_ account: AccountID, in transaction: any Transaction) throws -> NumberChangeRecord? {
        try transaction.first(
            Statement(
                "SELECT \(NumberChangeRecord.columns) FROM number_change WHERE account = $1", .identifier(account))
        ).map { try NumberChangeRecord($0) }
    }

    /// Stores a former number in place of an earlier one.
    static func store(
        _ phone: PhoneIndex, _ sealed: Sealed, of account: AccountID, byMessage: Bool, until: Instant, at now: Instant
    ) -> [Statement] {
        [
            delete(of: account),
            Statement(
                """
                INSERT INTO number_change (account, phone_index, index_key, phone_sealed, seal_key, by_message, made, expires)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                .identifier(account), .bytes(phone.bytes), .int(phone.key), .bytes(sealed.bytes), .int(sealed.key),
                .int(byMessage ? 1 : 0), .instant(now), .instant(until)),
        ]
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM number_change WHERE account = $1", .identifier(account))
    }

    /// The accounts whose change cannot be undone any more, at most `limit`.
    static func accountsExpired(limit: Int, at now: Instant) -> Statement {
        Statement(
            "SELECT account FROM number_change WHERE \(NumberChangeRecord.end) <= $1 ORDER BY expires LIMIT $2",
            .instant(now),
            .int(limit))
    }
}
