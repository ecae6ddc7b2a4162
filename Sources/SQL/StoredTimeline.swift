public import Primitives

/// The row in which a database stores its own last known position and timeline. Every copy of the database contains
/// this row.
///
/// The row reveals a copy that was promoted or moved to another server. It cannot reveal a copy restored over its own
/// source, because the row was restored too; services therefore keep the same value in a file outside the database.
/// A SQLite file has no log position of its own; there the position is a counter that the service increases.
public struct StoredTimeline: Sendable, Hashable {
    public let position: TimelinePosition
    /// The time at which the row was last saved; nil if a version saved it that stored no time.
    public let savedAt: Instant?
    /// The time at which the database was marked as restored, or as a copy made by `backup`, so that its next start
    /// begins a generation; nil without the mark.
    public let copiedAt: Instant?
    /// The time from which the other service's deletions must be applied again before anything is served; nil if
    /// nothing has to be applied.
    public let replaySince: Instant?
    /// The SQLite file in which a service last checked this database; nil on PostgreSQL, in databases that only earlier
    /// versions have checked, and on a file system without times of creation.
    public let birth: InodeBirthTime?
}

extension StoredTimeline {
    /// The migration that creates the row's table. The table and the migration have names older than the word timeline;
    /// a released migration is never changed. ``Generations/migration(id:)`` adds the columns that hold times.
    public static func migration(id: Int) -> Migration {
        Migration(
            id: id, name: "which history the database is on",
            statements: [
                """
                CREATE TABLE lineage (
                    id BIGINT PRIMARY KEY, system BIGINT NOT NULL, timeline BIGINT NOT NULL, position BIGINT NOT NULL)
                """
            ])
    }

    /// The migration that adds the columns of ``birth``.
    public static func fileMigration(id: Int) -> Migration {
        Migration(
            id: id, name: "the file that a database was last served from",
            statements: [
                "ALTER TABLE lineage ADD COLUMN file_inode BIGINT",
                "ALTER TABLE lineage ADD COLUMN file_born BIGINT",
            ])
    }

    private static let columns = "system, timeline, position, saved_at, copied_at, replay_since, file_inode, file_born"

    private init(_ row: Row) throws {
        position = TimelinePosition(
            system: try row.int(0), timeline: UInt32(clamping: try row.int(1)), position: try row.int(2))
        savedAt = try row.instantOrNil(3)
        copiedAt = try row.instantOrNil(4)
        replaySince = try row.instantOrNil(5)
        birth =
            if let inode = try row.intOrNil(6), let nanoseconds = try row.intOrNil(7) {
                InodeBirthTime(inode: inode, nanoseconds: nanoseconds)
            } else {
                nil
            }
    }

    /// Reads the row; nil if none has been saved yet.
    public static func read(on database: any Database) async throws -> StoredTimeline? {
        try await database.select(Statement("SELECT \(columns) FROM lineage WHERE id = 1")).first.map {
            try StoredTimeline($0)
        }
    }

    /// Reads the position in the row, also from a table to which the columns of later migrations have not been added;
    /// nil if no row has been saved yet.
    public static func readPosition(on database: any Database) async throws -> TimelinePosition? {
        try await database.select(Statement("SELECT system, timeline, position FROM lineage WHERE id = 1")).first.map {
            TimelinePosition(
                system: try $0.int(0), timeline: UInt32(clamping: try $0.int(1)), position: try $0.int(2))
        }
    }

    /// Reads the times in the row: when it was last saved, and when the database was marked as restored.
    static func times(in transaction: any Transaction) throws -> [Instant?] {
        guard let row = try transaction.first(Statement("SELECT saved_at, copied_at FROM lineage WHERE id = 1")) else {
            return []
        }
        return [try row.instantOrNil(0), try row.instantOrNil(1)]
    }

    /// Sets the time at which the row was saved back to `now` if it is later; returns the number of rows changed.
    public static func resetTime(to now: Instant, in transaction: any Transaction) throws -> Int {
        try transaction.run(Statement("UPDATE lineage SET saved_at = $1 WHERE id = 1 AND saved_at > $1", .instant(now)))
        return transaction.changes
    }

    /// Locks the row until the transaction ends and reads it. Returns nil if there was none: an empty row is inserted
    /// then, which the transaction must replace with ``save(_:at:replayingSince:birth:in:)``.
    public static func lock(in transaction: any Transaction) throws -> StoredTimeline? {
        try transaction.run(
            Statement(
                "INSERT INTO lineage (id, system, timeline, position) VALUES (1, 0, 0, 0) ON CONFLICT DO NOTHING"))
        guard transaction.changes == 0 else { return nil }
        return try transaction.first(Statement("SELECT \(columns) FROM lineage WHERE id = 1 {lockRow}")).map {
            try StoredTimeline($0)
        }
    }

    /// Replaces the locked row and removes the mark that ``markForNewGeneration(at:in:)`` has set.
    ///
    /// - Parameters:
    ///   - replayingSince: the time from which deletions must be applied again; nil if they need not be.
    ///   - birth: inode and time of creation of the SQLite file that holds the database; nil on PostgreSQL.
    public static func save(
        _ now: TimelinePosition, at time: Instant, replayingSince: Instant?, birth: InodeBirthTime? = nil,
        in transaction: any Transaction
    ) throws {
        try transaction.run(
            Statement(
                """
                UPDATE lineage SET system = $1, timeline = $2, position = $3, saved_at = $4, copied_at = NULL,
                    replay_since = $5, file_inode = $6, file_born = $7 WHERE id = 1
                """, .integer(now.system), .int(now.timeline), .integer(now.position), .instant(time),
                .instantOrNull(replayingSince), birth.map { .integer($0.inode) } ?? .null,
                birth.map { .integer($0.nanoseconds) } ?? .null))
    }

    /// Moves the row to a later position on the same timeline. Changes nothing if the row is on another timeline, or at
    /// this position or a later one.
    public static func advance(to now: TimelinePosition, at time: Instant, on database: any Database) async throws {
        let statement = Statement(
            """
            UPDATE lineage SET position = $3, saved_at = $4
            WHERE id = 1 AND system = $1 AND timeline = $2 AND position < $3
            """, .integer(now.system), .int(now.timeline), .integer(now.position), .instant(time))
        _ = try await database.write { try $0.run(statement) }
    }

    /// Marks the database as restored, or as a copy made by `backup`: its next start begins a new generation.
    public static func markForNewGeneration(at time: Instant, in transaction: any Transaction) throws {
        try transaction.run(
            Statement(
                """
                INSERT INTO lineage (id, system, timeline, position, copied_at) VALUES (1, 0, 0, 0, $1)
                ON CONFLICT (id) DO UPDATE SET copied_at = $1
                """, .instant(time)))
    }
}
