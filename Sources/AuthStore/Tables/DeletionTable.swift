import Domain
import Primitives
import SQL

/// Statements on `deletion`: the record of deleted accounts, by which old tokens are answered `accountDeleted`.
enum DeletionTable {
    static func contains(_ tag: DeletionTag, in transaction: any Transaction) throws -> Bool {
        try transaction.first(Statement("SELECT 1 FROM deletion WHERE tag = $1", .bytes(tag.bytes))) != nil
    }

    static func insert(_ tag: DeletionTag, at now: Instant) -> Statement {
        Statement(
            "INSERT INTO deletion (tag, at) VALUES ($1, $2) ON CONFLICT DO NOTHING", .bytes(tag.bytes), .instant(now))
    }
}
