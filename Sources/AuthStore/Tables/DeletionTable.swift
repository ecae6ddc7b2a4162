import Domain
import Primitives
import SQL

/// Statements on `deletion`: the record of deleted accounts, by which old tokens are answered `accountDeleted`, and from
/// which the vault learns after a restore what it has to purge again. Some rows do not name the account: those
/// of earlier versions, and those of accounts that a restored database does not know.
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

    /// The number of parameters of ``selectTags(among:)``. A shorter list is filled up with its last tag, so that the
    /// statement's text is always the same and is prepared once.
    static let tagsPerStatement = 100

    /// Selects those of at most ``tagsPerStatement`` tags that have a row.
    static func selectTags(among tags: [DeletionTag]) -> Statement {
        let repeated = tags.last.map {
            Array(repeating: SQLValue.bytes($0.bytes), count: tagsPerStatement - tags.count)
        }
        return Statement(
            "SELECT tag FROM deletion WHERE tag IN \(Statement.parameters(from: 1, count: tagsPerStatement))",
            values: tags.map { .bytes($0.bytes) } + (repeated ?? []))
    }

    /// The time of a deletion; nil if it is not recorded.
    static func time(of tag: DeletionTag, in transaction: any Transaction) throws -> Instant? {
        try transaction.first(Statement("SELECT at FROM deletion WHERE tag = $1", .bytes(tag.bytes)))?.instant(0)
    }

    /// Selects tag and account of the deletions since a time, in the order of their time and tag.
    ///
    /// - Parameters:
    ///   - time: the time of the last deletion of the page before; nil for the first page.
    ///   - tag: its tag.
    static func select(since: Instant, after time: Instant?, tag: DeletionTag?, limit: Int) -> Statement {
        // The first page follows the empty tag, which is below every other.
        Statement(
            """
            SELECT tag, sealed FROM deletion WHERE (at, tag) > ($1, $2) AND sealed IS NOT NULL ORDER BY at, tag LIMIT $3
            """, .instant(time ?? since), .bytes(tag?.bytes ?? []), .int(limit))
    }
}
