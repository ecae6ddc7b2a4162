import FaultInjection
public import Primitives
public import SQL

extension AuthStore {
    /// Creates the feed if there is none; an existing one keeps its epoch.
    public func openFeed(_ epoch: EpochID, at now: Instant) async throws {
        _ = try await database.write { try $0.run(FeedTable.insertIfAbsent(epoch, at: now)) }
    }

    /// Gives the feed another epoch in the transaction that begins a generation of the database: a reader of the old
    /// epoch discards the session states it has cached and introspects again.
    public static func restartFeed(_ epoch: EpochID, at now: Instant, in transaction: any Transaction) throws {
        try transaction.run(FeedTable.insertIfAbsent(epoch, at: now))
        try transaction.run(FeedTable.setEpoch(epoch))
    }

    /// Assigns sequence numbers to committed events, in each account's order and without gaps; returns their number.
    ///
    /// Only the instance that locks the feed's row assigns numbers.
    /// - Parameter waiting: true to wait for the lock: 0 then means that every event committed before the call has its
    ///   number. With false, 0 may also mean that another instance holds the lock.
    public func assignSequenceNumbers(waiting: Bool = false, limit: Int = 500) async throws -> Int {
        guard try await database.read({ try RevocationEventTable.hasUnnumbered(in: $0) }) else { return 0 }
        FailPoint.reached("before-numbering")
        return try await database.write { transaction in
            guard let last = try FeedTable.lockLast(waiting: waiting, in: transaction) else { return 0 }
            return try RevocationEventTable.number(after: last, limit: limit, in: transaction)
        }
    }

    /// The events after a sequence number, read in one snapshot.
    public func events(after seq: Int64, limit: Int = 500) async throws -> RevocationEventPage {
        try await database.read { transaction in
            let feed = try FeedTable.read(in: transaction)
            guard seq < feed.head else { return feed }
            return RevocationEventPage(
                epoch: feed.epoch, floor: feed.floor, head: feed.head,
                events: try RevocationEventTable.read(after: seq, limit: limit, in: transaction))
        }
    }

    /// Reads the latest time of all instances; nil before the feed was opened.
    public func latestTime() async throws -> Instant? {
        try await database.read { try Self.storedTime.read(in: $0) }
    }

    /// Raises the stored latest time of all instances to `now` if `now` is later, and returns it. It never goes back,
    /// even if a host's clock does.
    ///
    /// - Parameter last: the stored time that the caller has read; if it was reset to an earlier one since, it is not
    ///   raised.
    public func raiseLatestTime(to now: Instant, after last: Instant) async throws -> Instant {
        if last >= now { return last }
        return try await database.write { try Self.storedTime.raise(to: now, after: last, in: $0) ?? now }
    }
}
