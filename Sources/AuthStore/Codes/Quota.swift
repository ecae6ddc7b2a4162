import Primitives
import SQL

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

    /// Draws one and tells from which shard; refuses until the period ends when nothing is left.
    ///
    /// An empty shard stays locked by who found it empty, so the others are looked at without locking them.
    @discardableResult
    func draw(roll: UInt64, at now: Instant, in transaction: any Transaction) throws -> Int64 {
        let end = end(at: now), first = Int64(roll % UInt64(Self.shards))
        if try draw(from: first, until: end, in: transaction) { return first }
        let rows = try transaction.run(
            Statement("SELECT shard, used FROM quota WHERE name = $1 AND period = $2", .text(name), .at(end)))
        let used = try rows.reduce(into: [Int64: Int64]()) { $0[try $1.int(0)] = try $1.int(1) }
        for shard in (1..<Self.shards).map({ (first + $0) % Self.shards })
        where used[shard, default: 0] < share(of: shard) {
            if try draw(from: shard, until: end, in: transaction) { return shard }
        }
        throw SendWindow.Refusal(retryAt: end)
    }

    private func draw(from shard: Int64, until end: Instant, in transaction: any Transaction) throws -> Bool {
        guard share(of: shard) > 0 else { return false }
        try transaction.run(
            Statement(
                """
                INSERT INTO quota (name, period, shard, used) VALUES ($1, $2, $3, 1)
                ON CONFLICT (name, period, shard) DO UPDATE SET used = quota.used + 1 WHERE quota.used < $4
                """, .text(name), .at(end), .integer(shard), .integer(share(of: shard))))
        return transaction.changes == 1
    }

    /// Gives one back that turned out not to count, to the shard and the period it was drawn from.
    func giveBack(to shard: Int64, at drawn: Instant, in transaction: any Transaction) throws {
        try transaction.run(
            Statement(
                "UPDATE quota SET used = used - 1 WHERE name = $1 AND period = $2 AND shard = $3 AND used > 0",
                .text(name), .at(end(at: drawn)), .integer(shard)))
    }
}
