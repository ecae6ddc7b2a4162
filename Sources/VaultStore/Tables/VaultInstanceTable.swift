import Primitives
import SQL

/// The statements on `vault_instance(id)`, which has a row for each process that serves the vault.
enum VaultInstanceTable {
    /// Inserts or replaces the row of an instance.
    static func report(_ instance: VaultInstance, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_instance (id, name, keys, seen) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, keys = excluded.keys, seen = excluded.seen
            """,
            .identifier(instance.id), .text(instance.name), .text(instance.keys.sorted().joined(separator: " ")),
            .instant(now))
    }

    static func delete(_ id: InstanceID) -> Statement {
        Statement("DELETE FROM vault_instance WHERE id = $1", .identifier(id))
    }

    /// Deletes the rows of instances that have not reported since a time.
    static func deleteUnseen(since time: Instant) -> Statement {
        Statement("DELETE FROM vault_instance WHERE seen < $1", .instant(time))
    }

    /// The later of a time and the latest report. Instances are judged by it, so that one whose clock is behind the
    /// others' by less than it is noticed does not count as stopped.
    static func latest(_ now: Instant, in transaction: any Transaction) throws -> Instant {
        let seen = try transaction.first(Statement("SELECT MAX(seen) FROM vault_instance"))?.instantOrNil(0)
        return max(now, seen ?? now)
    }

    /// Returns the running instances, by name.
    static func running(at now: Instant, in transaction: any Transaction) throws -> [VaultInstance] {
        let time = try latest(now, in: transaction) - VaultInstance.lifetime
        return try reported(since: time, in: transaction)
    }

    /// Returns the instances that have reported since a time, by name.
    private static func reported(since time: Instant, in transaction: any Transaction) throws -> [VaultInstance] {
        try transaction.run(
            Statement("SELECT id, name, keys FROM vault_instance WHERE seen >= $1 ORDER BY name, id", .instant(time))
        ).map { row in
            VaultInstance(
                try row.identifier(0), name: try row.text(1),
                keys: Set(try row.text(2).split(separator: " ").map(String.init)))
        }
    }
}
