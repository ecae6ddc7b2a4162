import Primitives
import SQL

/// Statements on `feed`: the one row with the epoch, the floor and the last sequence number of the revocation feed, and
/// the latest time any instance has seen.
enum FeedTable {
    static func insertIfAbsent(_ epoch: EpochID, at now: Instant) -> Statement {
        Statement(
            "INSERT INTO feed (id, epoch, floor, last, seen) VALUES (1, $1, 0, 0, $2) ON CONFLICT DO NOTHING",
            .identifier(epoch), .instant(now))
    }

    static func setEpoch(_ epoch: EpochID) -> Statement {
        Statement("UPDATE feed SET epoch = $1 WHERE id = 1", .identifier(epoch))
    }

    /// Reads the row as a page without events.
    static func read(in transaction: any Transaction) throws -> RevocationEventPage {
        guard let row = try transaction.first(Statement("SELECT epoch, floor, last FROM feed WHERE id = 1")) else {
            throw SQLFault.schema("The revocation feed was never opened: start the service once.")
        }
        return RevocationEventPage(
            epoch: try row.identifier(0), floor: try row.int(1), head: try row.int(2), events: [])
    }

    /// Locks the row and returns the last sequence number; nil if the feed was never opened, and, unless `waiting`, if
    /// another transaction holds the lock.
    static func lockLast(waiting: Bool, in transaction: any Transaction) throws -> Int64? {
        try transaction.first(Statement("SELECT last FROM feed WHERE id = 1 \(waiting ? "{lockRow}" : "{claim}")"))
            .map { try $0.int(0) }
    }

    static func setLast(_ seq: Int64) -> Statement {
        Statement("UPDATE feed SET last = $1 WHERE id = 1", .integer(seq))
    }

    static func setFloor(_ seq: Int64) -> Statement {
        Statement("UPDATE feed SET floor = $1 WHERE id = 1", .integer(seq))
    }
}
