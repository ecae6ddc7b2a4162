import Primitives
import SQL

/// `vault_version(account, id, rev)`: former bodies, moved here as they were sealed when a newer one takes their place.
enum VersionTable {
    /// How many former bodies of one secret are kept.
    static let kept: Int64 = 10

    static let definition = """
        CREATE TABLE vault_version (
            account BYTEA NOT NULL, id BYTEA NOT NULL, rev BIGINT NOT NULL, kind TEXT NOT NULL, schema BIGINT NOT NULL,
            dek_version BIGINT NOT NULL, body_rev BIGINT NOT NULL, sealed BYTEA NOT NULL, content_mac BYTEA NOT NULL,
            size BIGINT NOT NULL, updated_at BIGINT NOT NULL, updated_by BYTEA NOT NULL, PRIMARY KEY (account, id, rev)
        )
        """

    /// Keeps the body a row has now, and lets go of the eleventh.
    static func keep(_ item: ItemRow, of account: AccountID) -> [Statement] {
        guard let sealed = item.sealed, let mac = item.contentMAC else { return [] }
        return [
            Statement(
                """
                INSERT INTO vault_version (account, id, rev, kind, schema, dek_version, body_rev, sealed, content_mac,
                size, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                ON CONFLICT (account, id, rev) DO NOTHING
                """,
                values: [
                    .bytes(account.bytes), .bytes(item.id.bytes), .integer(item.rev), .text(item.kind),
                    .integer(item.schema), .integer(item.dekVersion), .integer(item.bodyRev), .bytes(sealed),
                    .bytes(mac), .integer(item.size), .integer(item.updatedAt.ms),
                    .bytes(item.updatedBy.bytes),
                ]),
            Statement(
                """
                DELETE FROM vault_version WHERE account = $1 AND id = $2 AND rev <=
                (SELECT rev FROM vault_version WHERE account = $1 AND id = $2 ORDER BY rev DESC LIMIT 1 OFFSET \(kept))
                """, .bytes(account.bytes), .bytes(item.id.bytes)),
        ]
    }

    /// Erases the former bodies of one secret.
    static func erase(_ id: SecretID, of account: AccountID) -> Statement {
        Statement(
            "DELETE FROM vault_version WHERE account = $1 AND id = $2", .bytes(account.bytes), .bytes(id.bytes))
    }

    /// Erases up to about `limit` former bodies of an account.
    static func erase(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_version WHERE account = $1 AND id IN
            (SELECT id FROM vault_version WHERE account = $1 LIMIT $2)
            """, .bytes(account.bytes), .integer(limit))
    }
}
