import FaultInjection
public import Primitives
import SQL

extension AuthStore {
    /// Makes the feed if there is none yet; an existing one keeps its epoch.
    public func openFeed(_ epoch: EpochID, at now: Instant) async throws {
        _ = try await database.write { transaction in
            try transaction.run(
                Statement(
                    "INSERT INTO feed (id, epoch, floor, last, seen) VALUES (1, $1, 0, 0, $2) ON CONFLICT DO NOTHING",
                    .id(epoch), .at(now)))
        }
    }

    /// Begins the feed anew under another epoch, as after a restore: whoever followed the old one drops what it has
    /// concluded from it, and asks.
    public func beginFeed(_ epoch: EpochID, at now: Instant) async throws {
        try await openFeed(epoch, at: now)
        _ = try await database.write { transaction in
            try transaction.run(Statement("UPDATE feed SET epoch = $1 WHERE id = 1", .id(epoch)))
        }
    }

    /// Gives committed events their numbers, in each account's order and without holes; returns how many.
    ///
    /// Any instance may call it at any time: the feed's row is the leader's staff, and who does not hold it numbers
    /// nothing.
    /// - Parameter waiting: whether to wait for the staff instead, as long as a lock may be waited for. Then 0 means that
    ///   every event had its number at a moment after the call; else it may mean that another instance is at it.
    public func numberEvents(waiting: Bool = false, limit: Int = 500) async throws -> Int {
        let isIdle = try await database.read { transaction in
            try transaction.first(Statement("SELECT 1 FROM revocation_event WHERE seq IS NULL LIMIT 1")) == nil
        }
        if isIdle { return 0 }
        FailPoint.reached("before-numbering")
        return try await database.write { transaction in
            let staff = waiting ? "{lockRow}" : "{claim}"
            guard let feed = try transaction.first(Statement("SELECT last FROM feed WHERE id = 1 \(staff)")) else {
                return 0
            }
            let last = try feed.int(0)
            let rows = try transaction.run(
                Statement(
                    """
                    SELECT account, ordinal FROM revocation_event WHERE seq IS NULL ORDER BY account, ordinal LIMIT $1
                    """, .int(limit)))
            var statements = try rows.enumerated().map { place, row in
                Statement(
                    "UPDATE revocation_event SET seq = $3 WHERE account = $1 AND ordinal = $2",
                    .bytes(try row.bytes(0)), .integer(try row.int(1)), .integer(last + Int64(place) + 1))
            }
            statements.append(
                Statement("UPDATE feed SET last = $1 WHERE id = 1", .integer(last + Int64(rows.count))))
            try transaction.batch(statements)
            return rows.count
        }
    }

    /// The events after a place, from one snapshot.
    public func events(after seq: Int64, limit: Int = 500) async throws -> FeedPage {
        try await database.read { transaction in
            let feed = try transaction.feed()
            guard seq < feed.head else { return feed }
            let rows = try transaction.run(
                Statement(
                    "SELECT \(FeedEvent.columns) FROM revocation_event WHERE seq > $1 ORDER BY seq LIMIT $2",
                    .integer(seq), .int(limit)))
            return FeedPage(
                epoch: feed.epoch, floor: feed.floor, head: feed.head, events: try rows.map { try FeedEvent($0) })
        }
    }

    /// Remembers the latest time any instance has seen and returns it: a clock set back is not believed.
    public func latestTime(_ now: Instant) async throws -> Instant {
        let seen = try await database.read { transaction in
            try transaction.first(Statement("SELECT seen FROM feed WHERE id = 1"))?.instant(0)
        }
        if let seen, seen >= now { return seen }
        return try await database.write { transaction in
            let row = try transaction.first(
                Statement(
                    """
                    UPDATE feed SET seen = CASE WHEN seen < $1 THEN $1 ELSE seen END WHERE id = 1 RETURNING seen
                    """, .at(now)))
            return try row?.instant(0) ?? now
        }
    }
}

extension Transaction {
    /// The feed's own row, as a page without events.
    func feed() throws -> FeedPage {
        guard let row = try first(Statement("SELECT epoch, floor, last FROM feed WHERE id = 1")) else {
            throw SQLFault.schema("The revocation feed was never opened: start the service once.")
        }
        return FeedPage(epoch: try row.id(0), floor: try row.int(1), head: try row.int(2), events: [])
    }
}
