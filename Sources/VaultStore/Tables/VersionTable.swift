import Primitives
import SQL

/// The statements on `vault_version(account, id, rev)`, the former bodies of secrets. They stay as they were sealed.
enum VersionTable {
    /// The number of former bodies that are kept of one secret.
    private static let versionsPerSecret: Int64 = 10

    /// Inserts the current body of a row as a former one; nil if the row has no body.
    static func insert(_ item: ItemRow, of account: AccountID) -> Statement? {
        guard let sealed = item.sealed, let mac = item.contentMAC else { return nil }
        return Statement(
            """
            INSERT INTO vault_version (account, id, rev, kind, schema, dek_version, body_rev, sealed, content_mac,
            size, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (account, id, rev) DO NOTHING
            """,
            values: [
                .identifier(account), .identifier(item.id), .integer(item.rev), .text(item.kind),
                .integer(item.schema), .integer(item.dekVersion), .integer(item.bodyRev), .bytes(sealed),
                .bytes(mac), .integer(item.size), .instant(item.updatedAt), .identifier(item.updatedBy),
            ])
    }

    private static let columns = """
        id, kind, rev, schema, dek_version, body_rev, sealed, content_mac, size, updated_at, updated_by
        """

    /// Selects the former bodies of a secret, the newest first.
    static func selectAll(of id: SecretID, of account: AccountID) -> Statement {
        Statement(
            "SELECT \(columns) FROM vault_version WHERE account = $1 AND id = $2 ORDER BY rev DESC",
            .identifier(account), .identifier(id))
    }

    /// Selects the highest rev of the former bodies of a secret, one row, which is null if there is none.
    static func selectNewestRev(of id: SecretID, of account: AccountID) -> Statement {
        Statement(
            "SELECT MAX(rev) FROM vault_version WHERE account = $1 AND id = $2", .identifier(account), .identifier(id))
    }

    /// Reads a row of ``selectAll(of:of:)`` as the live secret that it was.
    static func read(_ row: Row) throws -> ItemRow {
        let time = try row.instant(9)
        var item = ItemRow(absent: try row.identifier(0), kind: try row.text(1), by: try row.identifier(10), now: time)
        item.rev = try row.int(2)
        item.schema = try row.int(3)
        item.dekVersion = try row.int(4)
        item.bodyRev = try row.int(5)
        item.sealed = try row.bytes(6)
        item.contentMAC = try row.bytes(7)
        item.size = try row.int(8)
        return item
    }

    /// Deletes the oldest former bodies of a secret beyond ``versionsPerSecret`` and returns their sizes.
    static func deleteOldest(of id: SecretID, of account: AccountID) -> Statement {
        Statement(
            """
            DELETE FROM vault_version WHERE account = $1 AND id = $2 AND rev <=
            (SELECT rev FROM vault_version WHERE account = $1 AND id = $2 ORDER BY rev DESC
            LIMIT 1 OFFSET \(versionsPerSecret)) RETURNING size
            """, .identifier(account), .identifier(id))
    }

    /// Selects the number of bytes of all former bodies of an account, one row. PostgreSQL's sum has another type,
    /// hence the cast.
    static func countBytes(of account: AccountID) -> Statement {
        Statement(
            "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM vault_version WHERE account = $1",
            .identifier(account))
    }

    /// Deletes the former bodies of one secret and returns their sizes.
    static func delete(_ id: SecretID, of account: AccountID) -> Statement {
        Statement(
            "DELETE FROM vault_version WHERE account = $1 AND id = $2 RETURNING size", .identifier(account),
            .identifier(id))
    }

    /// Deletes the former bodies of up to `limit` secrets of an account.
    static func delete(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_version WHERE account = $1 AND id IN
            (SELECT id FROM vault_version WHERE account = $1 LIMIT $2)
            """, .identifier(account), .integer(limit))
    }

    /// Deletes the oldest former bodies of an account until it has at most `limit` bytes of them, but not more than
    /// 5000 at a time, so that no other writer waits long.
    static func shrink(
        _ account: AccountID, _ bytes: inout Int64, to limit: Int64, in transaction: any Transaction
    ) throws {
        guard bytes > limit else { return }
        let select = Statement(
            "SELECT rev, size FROM vault_version WHERE account = $1 ORDER BY rev LIMIT 5000", .identifier(account))
        var last: Int64 = 0
        for row in try transaction.run(select) where bytes > limit {
            last = try row.int(0)
            bytes -= try row.int(1)
        }
        try transaction.run(
            Statement(
                "DELETE FROM vault_version WHERE account = $1 AND rev <= $2", .identifier(account), .integer(last)))
    }
}
