import Domain
import Primitives
import SQL

/// Statements on `deletion`: the record of deleted accounts, by which old tokens are answered `accountDeleted`, and from
/// which the vault learns after a restore what it has to purge again. Rows of earlier versions do not name the account.
enum DeletionTable {
    static func contains(_ tag: DeletionTag, in transaction: any Transaction) throws -> Bool {
        try transaction.first(Statement("SELECT 1 FROM deletion WHERE tag = $1", .bytes(tag.bytes))) != nil
    }

    static func insert(_ deletion: DeletionRecord, at now: Instant) -> Statement {
        Statement(
            "INSERT INTO deletion (tag, at, sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            .bytes(deletion.tag.bytes), .instant(now), .bytes(deletion.sealedAccount))
    }

    /// Selects tag and account of the deletions since a time, in the order of their time, after the row with tag `after`.
    static func select(since: Instant, after: DeletionTag?, limit: Int) -> Statement {
        Statement(
            """
            SELECT d.tag, d.sealed FROM deletion d WHERE d.at >= $1 AND d.sealed IS NOT NULL AND (
                CAST($2 AS BYTEA) IS NULL OR EXISTS (
                    SELECT 1 FROM deletion a WHERE a.tag = $2 AND (d.at > a.at OR (d.at = a.at AND d.tag > a.tag))))
            ORDER BY d.at, d.tag LIMIT $3
            """, .instant(since), .bytesOrNull(after?.bytes), .int(limit))
    }
}
