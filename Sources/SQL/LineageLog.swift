/// What a database remembers of its own history: one row, carried along into every copy.
///
/// A copy on another server, or on a timeline of its own, is told by it; a copy put back where it was taken holds an older
/// row too, so a service keeps the same mark outside the database.
public enum LineageLog {
    /// The step of a schema that makes the row's table.
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

    /// What is remembered; nil before the first time.
    public static func read(on database: any Database) async throws -> Lineage? {
        try await database.select(Statement("SELECT system, timeline, position FROM lineage WHERE id = 1")).first.map {
            Lineage(system: try $0.int(0), timeline: UInt32(clamping: try $0.int(1)), position: try $0.int(2))
        }
    }

    /// Remembers a place of this history; an earlier one than is known of the same history changes nothing.
    public static func keep(_ lineage: Lineage, on database: any Database) async throws {
        let statement = Statement(
            """
            INSERT INTO lineage (id, system, timeline, position) VALUES (1, $1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET system = $1, timeline = $2, position = $3
            WHERE lineage.system <> $1 OR lineage.timeline <> $2 OR lineage.position < $3
            """, .integer(lineage.system), .int(lineage.timeline), .integer(lineage.position))
        _ = try await database.write { try $0.run(statement) }
    }
}
