/// The row in which a database stores its own last known position and timeline. Every copy of the database contains
/// this row.
///
/// The row reveals a copy that was promoted or moved to another server. It cannot reveal a copy restored over its own
/// source, because the row was restored too; services therefore keep the same value in a file outside the database.
public enum StoredTimeline {
    /// The migration that creates the row's table. The table and the migration have names older than the word timeline;
    /// a released migration is never changed.
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

    /// Returns the stored position, or nil if none has been saved yet.
    public static func read(on database: any Database) async throws -> TimelinePosition? {
        try await database.select(Statement("SELECT system, timeline, position FROM lineage WHERE id = 1")).first.map {
            TimelinePosition(
                system: try $0.int(0), timeline: UInt32(clamping: try $0.int(1)), position: try $0.int(2))
        }
    }

    /// Saves a position. One that is on the stored timeline and not later than the stored position changes nothing.
    public static func save(_ now: TimelinePosition, on database: any Database) async throws {
        let statement = Statement(
            """
            INSERT INTO lineage (id, system, timeline, position) VALUES (1, $1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET system = $1, timeline = $2, position = $3
            WHERE lineage.system <> $1 OR lineage.timeline <> $2 OR lineage.position < $3
            """, .integer(now.system), .int(now.timeline), .integer(now.position))
        _ = try await database.write { try $0.run(statement) }
    }
}
