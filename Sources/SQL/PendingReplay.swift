public import Primitives

/// The deletions that a database may have lost and that have to be applied again before anything is served.
public struct PendingReplay: Sendable, Hashable {
    /// The time from which deletions have to be applied again.
    public let since: Instant
    /// The generation that was in force when the replay was asked for. A replay under a former generation, or under one
    /// that the database has lost, does not count, because the database may have lost a part of what was applied.
    public let generation: GenerationID?

    /// Deletions are applied again from this long before the last time at which the database is known to have been
    /// complete, because the clock of the other service may differ, and a deletion may have been under way.
    public static let margin = Duration.hours(1)

    public init(since: Instant, generation: GenerationID?) { (self.since, self.generation) = (since, generation) }
}

extension PendingReplay {
    /// Reads the replay that the database asks for; nil if none is pending.
    public static func read(on database: any Database) async throws -> PendingReplay? {
        try await database.read { transaction in
            let select = Statement("SELECT replay_since FROM lineage WHERE id = 1")
            guard let since = try transaction.first(select)?.instantOrNil(0) else { return nil }
            return PendingReplay(since: since, generation: try Generations.current(in: transaction))
        }
    }

    /// Asks for a replay since a time, in the transaction that begins a generation and before it does. An earlier time
    /// that is pending stays.
    ///
    /// It locks the row of ``StoredTimeline``, so that no replay under the former generation is finished meanwhile. In
    /// a database that no service has served yet there is no row, and nothing happens.
    public static func require(since: Instant, in transaction: any Transaction) throws {
        try transaction.run(lockRow)
        try transaction.run(
            Statement(
                """
                UPDATE lineage SET replay_since = $1 WHERE id = 1 AND (replay_since IS NULL OR replay_since > $1)
                """, .instant(since)))
    }

    private static let lockRow = Statement("SELECT id FROM lineage WHERE id = 1 {lockRow}")

    /// Records that these deletions have been applied again.
    ///
    /// - Returns: false, and nothing was changed, if another generation has begun meanwhile.
    public func finish(on database: any Database) async throws -> Bool {
        try await database.write { transaction in
            // A generation begins under the lock of this row. Its id is therefore read in a later statement.
            try transaction.run(Self.lockRow)
            guard try Generations.current(in: transaction) == generation else { return false }
            try transaction.run(Statement("UPDATE lineage SET replay_since = NULL WHERE id = 1"))
            return true
        }
    }
}
