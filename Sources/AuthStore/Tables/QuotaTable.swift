import Primitives
import SQL

/// Statements on `quota`: how much of each shard of a quota is used in a period. A period is named by its end.
enum QuotaTable {
    static func used(_ name: String, period: Instant, in transaction: any Transaction) throws -> [Int64: Int64] {
        let rows = try transaction.run(
            Statement("SELECT shard, used FROM quota WHERE name = $1 AND period = $2", .text(name), .instant(period)))
        return try rows.reduce(into: [:]) { $0[try $1.int(0)] = try $1.int(1) }
    }

    /// Charges one event to a shard; changes nothing if `limit` is reached.
    static func charge(_ name: String, period: Instant, shard: Int64, limit: Int64) -> Statement {
        Statement(
            """
            INSERT INTO quota (name, period, shard, used) VALUES ($1, $2, $3, 1)
            ON CONFLICT (name, period, shard) DO UPDATE SET used = quota.used + 1 WHERE quota.used < $4
            """, .text(name), .instant(period), .integer(shard), .integer(limit))
    }

    static func refund(_ name: String, period: Instant, shard: Int64) -> Statement {
        Statement(
            "UPDATE quota SET used = used - 1 WHERE name = $1 AND period = $2 AND shard = $3 AND used > 0",
            .text(name), .instant(period), .integer(shard))
    }
}
