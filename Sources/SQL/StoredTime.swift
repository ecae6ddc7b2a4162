public import Primitives

/// The latest time that the instances of a service have stored in their database. A service compares the host's clock
/// with it at its start.
///
/// It is the column `seen` of the only row of a table, 0 before the first time is stored. Only a reset sets it back
/// (``reset(to:in:)``).
public struct StoredTime: Sendable {
    private let table: String

    /// - Parameter table: a table with the columns `id` and `seen`, whose row has the id 1.
    public init(table: String) { self.table = table }

    /// Reads the time; nil if no instance has stored one.
    public func read(in transaction: any Transaction) throws -> Instant? {
        try transaction.first(Statement("SELECT seen FROM \(table) WHERE id = 1 AND seen > 0")).map {
            try $0.instant(0)
        }
    }

    /// Reads the latest time by which a start can judge the host's clock: this one, and the times of
    /// ``StoredTimeline``, because a restored copy has an old ``StoredTime`` and the time of the restore there. Nil in a
    /// database that was never served.
    public func latestKnown(in transaction: any Transaction) throws -> Instant? {
        let times = try [read(in: transaction)] + StoredTimeline.times(in: transaction)
        return times.compactMap(\.self).max()
    }

    /// Raises the time to `now` if `now` is later, and returns the time that is stored then; nil if there is no row.
    ///
    /// - Parameter last: what the caller has read before. If the time was reset to an earlier one since, it is not
    ///   raised, so that an instance whose clock is wrong does not undo the reset.
    public func raise(to now: Instant, after last: Instant, in transaction: any Transaction) throws -> Instant? {
        try transaction.first(
            Statement(
                """
                UPDATE \(table) SET seen = CASE WHEN seen < $1 AND seen >= $2 THEN $1 ELSE seen END WHERE id = 1
                RETURNING seen
                """, .instant(now), .instant(last))
        ).map { try $0.instant(0) }
    }

    /// Sets a later time back to `now`; returns the number of rows that it changed.
    public func reset(to now: Instant, in transaction: any Transaction) throws -> Int {
        try transaction.run(Statement("UPDATE \(table) SET seen = $1 WHERE id = 1 AND seen > $1", .instant(now)))
        return transaction.changes
    }
}
