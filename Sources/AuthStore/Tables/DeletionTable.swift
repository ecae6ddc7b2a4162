import Domain
import Primitives
import SQL

/// Statements on `deletion`: the record of deleted accounts, by which old tokens are answered `accountDeleted`, and
/// from which the vault learns after a restore what it has to purge again. Some rows do not name the account: those of
/// earlier versions, and those of accounts that a restored database does not know.
enum DeletionTable {
    static func contains(_ tag: DeletionTag, in transaction: any Transaction) throws -> Bool {
        try recorded(tag, in: transaction) != nil
    }

    /// The tag under which the deletion of an account is recorded; nil if it is not.
    static func recorded(_ tag: DeletionTag, in transaction: any Transaction) throws -> DeletionTag? {
        let tags = [tag.bytes] + tag.others
        return try transaction.first(
            Statement(
                "SELECT tag FROM deletion WHERE tag IN \(Statement.parameters(from: 1, count: tags.count)) LIMIT 1",
                values: tags.map { .bytes($0) })
        ).map { DeletionTag(try $0.bytes(0)) }
    }

    /// Inserts a deletion, or adds the account to a row that does not name it.
    static func insert(_ deletion: DeletionRecord, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO deletion (tag, at, sealed, seal_key, index_key) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (tag) DO UPDATE SET sealed = $3, seal_key = $4 WHERE deletion.sealed IS NULL
            """,
            .bytes(deletion.tag.bytes), .instant(now), .bytes(deletion.sealedAccount.bytes),
            .int(deletion.sealedAccount.key), .int(deletion.tag.key))
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
        let tags = [tag.bytes] + tag.others
        return Statement(
            "UPDATE deletion SET at = $1 WHERE tag IN \(Statement.parameters(from: 2, count: tags.count)) AND at < $1",
            values: [.instant(now)] + tags.map { .bytes($0) })
    }

    /// Selects tag and account of the deletions since a time, in the order of their tags, which never changes while a
    /// list is read page by page.
    /// - Parameter tag: the last tag of the page before; nil for the first page.
    static func select(since: Instant, after tag: DeletionTag?, limit: Int) -> Statement {
        // The first page follows the empty tag, which is below every other.
        Statement(
            """
            SELECT tag, sealed, seal_key FROM deletion
            WHERE tag > $1 AND at >= $2 AND sealed IS NOT NULL ORDER BY tag LIMIT $3
            """,
            .bytes(tag?.bytes ?? []), .instant(since), .int(limit))
    }
}
