import SQL
import Vocabulary

/// A number that may be drawn from a period at most, over all instances, without one hot row: each of the shards
/// holds an equal share, and a draw takes the next shard where one is empty.
struct Quota {
    static let shards: Int64 = 16

    let name: String
    let limit: Int
    let span: Duration

    /// When the period a moment lies in ends; periods are named by it.
    private func end(at now: Instant) -> Instant {
        let length = max(span.ms, 1)
        return Instant(ms: (now.ms / length + 1) * length)
    }

    private func share(of shard: Int64) -> Int64 {
        let limit = Int64(limit)
        return limit / Self.shards + (shard < limit % Self.shards ? 1 : 0)
    }

    /// Draws one; refuses until the period ends when nothing is left.
    func draw(roll: UInt64, at now: Instant, in transaction: any Transaction) throws {
        let end = end(at: now)
        for step in 0..<Self.shards {
            let shard = (Int64(roll % UInt64(Self.shards)) + step) % Self.shards
            guard share(of: shard) > 0 else { continue }
            try transaction.run(
                Statement(
                    """
                    INSERT INTO quota (name, period, shard, used) VALUES ($1, $2, $3, 1)
                    ON CONFLICT (name, period, shard) DO UPDATE SET used = quota.used + 1 WHERE quota.used < $4
                    """, .text(name), .at(end), .integer(shard), .integer(share(of: shard))))
            if transaction.changes == 1 { return }
        }
        throw SendWindow.Refusal(retryAt: end)
    }

    /// Gives one back that turned out not to count.
    func giveBack(at now: Instant, in transaction: any Transaction) throws {
        try transaction.run(
            Statement(
                """
                UPDATE quota SET used = used - 1 WHERE name = $1 AND period = $2 AND shard =
                    (SELECT MIN(shard) FROM quota WHERE name = $1 AND period = $2 AND used > 0)
                """, .text(name), .at(end(at: now))))
    }
}
