import Domain
import Primitives
import SQL

/// Statements on `deletion`: the record of deleted accounts, by which old tokens are answered `accountDeleted`, and
/// from which the vault learns after a restore what it has to purge again. Some rows do not name the account: those of
/// earlier versions, and those of accounts that a restored database does not know.
enum DeletionTable {
    static func contains(_ tag: DeletionTag, in transaction: any Transaction) throws -> Bool {
        try transaction.first(Statement("SELECT 1 FROM deletion WHERE tag = $1", .bytes(tag.bytes))) != nil
    }

    /// Inserts a deletion, or adds the account to a row that does not name it.
    static func insert(_ deletion: DeletionRecord, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO deletion (tag, at, sealed) VALUES ($1, $2, $3)
            ON CONFLICT (tag) DO UPDATE SET sealed = $3 WHERE deletion.sealed IS NULL
            """,
            .bytes(deletion.tag.bytes), .instant(now), .bytes(deletion.sealedAccount))
    }

    /// Inserts a deletion that does not name the account.
    static func insert(_ tag: DeletionTag, at now: Instant) -> Statement {
        Statement(
            "INSERT INTO deletion (tag, at) VALUES ($1, $2) ON CONFLICT DO NOTHING", .bytes(tag.bytes), .instant(now))
    }

    /// Statements that select those of the given tags that have a row.
    static func selectTags(among tags: [DeletionTag]) -> [Statement] {
        Statement.chunks(of: tags.map { .bytes($0.bytes) }) { "SELECT tag FROM deletion WHERE tag IN \($0)" }
    }

    /// Moves the time of a deletion to that of the acknowledgement of its purge. A copy of the vault made between the
    /// two still has the account, so the deletion must be listed for it.
    static func recordPurge(of tag: DeletionTag, at now: Instant) -> Statement {
        Statement("UPDATE deletion SET at = $2 WHERE tag = $1 AND at < $2", .bytes(tag.bytes), .instant(now))
    }

    /// Selects tag and account of the deletions since a time, in the order of their tags, which never changes while a
    /// list is read page by page.
    /// - Parameter tag: the last tag of the page before; nil for the first page.
    static func select(since: Instant, after tag: DeletionTag?, limit: Int) -> Statement {
        // The first page follows the empty tag, which is below every other.
        Statement(
            "SELECT tag, sealed FROM deletion WHERE tag > $1 AND at >= $2 AND sealed IS NOT NULL ORDER BY tag LIMIT $3",
            .bytes(tag?.bytes ?? []), .instant(since), .int(limit))
    }
}
