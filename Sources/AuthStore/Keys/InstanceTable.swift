import Domain
import Primitives
import SQL

/// Statements on `instance`.
enum InstanceTable {
    /// Inserts or replaces the row of an instance.
    static func report(_ instance: RunningInstance, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO instance (id, name, keys, seen) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, keys = excluded.keys, seen = excluded.seen
            """,
            .identifier(instance.id), .text(instance.name),
            .text(instance.keys.map(\.description).sorted().joined(separator: " ")), .instant(now))
    }

    static func delete(_ id: InstanceID) -> Statement {
        Statement("DELETE FROM instance WHERE id = $1", .identifier(id))
    }

    /// Returns the instances that have reported since a time, by name.
    static func reported(since time: Instant, in transaction: any Transaction) throws -> [RunningInstance] {
        try transaction.run(
            Statement("SELECT id, name, keys FROM instance WHERE seen >= $1 ORDER BY name, id", .instant(time))
        ).map { row in
            RunningInstance(
                try row.identifier(0), name: try row.text(1),
                keys: Set(try row.text(2).split(separator: " ").compactMap { KeyID(rawValue: String($0)) }))
        }
    }
}
