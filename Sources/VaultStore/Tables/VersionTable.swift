import Primitives
import SQL

/// The statements on `vault_version(account, id, rev)`, the former bodies of secrets. They stay as they were sealed.
enum VersionTable {
    /// The number of former bodies that are kept of one secret.
    private static let versionsPerSecret: Int64 = 10

    /// Inserts the current body of a row as a former one and deletes the oldest beyond ``versionsPerSecret``.
    static func archive(_ item: ItemRow, of account: AccountID) -> [Statement] {
        guard let sealed = item.sealed, let mac = item.contentMAC else { return [] }
        return [
            Statement(
                """
                INSERT INTO vault_version (account, id, rev, kind, schema, dek_version, body_rev, sealed, content_mac,
                size, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                ON CONFLICT (account, id, rev) DO NOTHING
                """,
                values: [
                    .identifier(account), .identifier(item.id), .integer(item.rev), .text(item.kind),
                    .integer(item.schema), .integer(item.dekVersion), .integer(item.bodyRev), .bytes(sealed),
                    .bytes(mac), .integer(item.size), .instant(item.updatedAt), .identifier(item.updatedBy),
                ]),
            Statement(
                """
                DELETE FROM vault_version WHERE account = $1 AND id = $2 AND rev <=
                (SELECT rev FROM vault_version WHERE account = $1 AND id = $2 ORDER BY rev DESC
                LIMIT 1 OFFSET \(versionsPerSecret))
                """, .identifier(account), .identifier(item.id)),
        ]
    }

    /// Deletes the former bodies of one secret.
    static func delete(_ id: SecretID, of account: AccountID) -> Statement {
        Statement("DELETE FROM vault_version WHERE account = $1 AND id = $2", .identifier(account), .identifier(id))
    }

    /// Deletes the former bodies of up to `limit` secrets of an account.
    static func delete(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_version WHERE account = $1 AND id IN
            (SELECT id FROM vault_version WHERE account = $1 LIMIT $2)
            """, .identifier(account), .integer(limit))
    }
}
