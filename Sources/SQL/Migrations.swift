/// Brings a database to the schema the code was written for, and says how far it is.
///
/// What was done is kept in `schema_migration`. All pending steps run in one transaction: either all took place or none.
public enum Migrations {
    /// Held to the end of the transaction (so it works behind pgBouncer too): two that make the same table at once would
    /// collide in PostgreSQL's catalogue, `IF NOT EXISTS` or not. The number means nothing.
    private static let lock = "SELECT 1 FROM pg_advisory_xact_lock(7305808869231650155)"

    private static let table = "CREATE TABLE IF NOT EXISTS schema_migration (id BIGINT PRIMARY KEY, name TEXT NOT NULL)"

    /// Runs the pending steps of a list and returns them; an empty answer means there was nothing to do.
    ///
    /// Two instances may start at once: one runs the steps, the other waits and finds nothing left.
    /// - Throws: ``SQLFault/schema(_:)`` when the database is newer than the code or had other steps.
    @discardableResult
    public static func run(_ list: [Migration], on database: any Database) async throws -> [Migration] {
        let dialect = database.dialect
        return try await database.write { transaction in
            let pending = try pending(list, in: transaction, dialect)
            for step in pending {
                for text in step.statements { try transaction.run(Statement(dialect.define(text))) }
                try transaction.run(
                    Statement(
                        "INSERT INTO schema_migration (id, name) VALUES ($1, $2)", .int(step.id), .text(step.name)))
            }
            return pending
        }
    }

    /// The steps of a list that were not yet run; changes nothing but making the list's own table.
    ///
    /// - Throws: ``SQLFault/schema(_:)`` when the database is newer than the code or had other steps.
    public static func check(_ list: [Migration], on database: any Database) async throws -> [Migration] {
        let dialect = database.dialect
        return try await database.write { try pending(list, in: $0, dialect) }
    }

    private static func pending(
        _ list: [Migration], in transaction: any Transaction, _ dialect: Dialect
    ) throws -> [Migration] {
        guard list.map(\.id).elementsEqual(1..<list.count + 1) else {
            throw SQLFault.schema("The migrations are not numbered 1, 2, 3 … without gaps.")
        }
        if dialect == .postgres { try transaction.run(Statement(lock)) }
        try transaction.run(Statement(dialect.define(table)))
        let done = try transaction.run(Statement("SELECT id, name FROM schema_migration ORDER BY id"))
        guard done.count <= list.count else {
            throw SQLFault.schema(
                "The database has \(done.count) migrations and this version knows \(list.count): start the newer "
                    + "version.")
        }
        for (row, step) in zip(done, list) where try row.int(0) != step.id || row.text(1) != step.name {
            throw SQLFault.schema(
                "Migration \(step.id) is \"\(step.name)\" here and \"\(try row.text(1))\" in the database: this is the "
                    + "database of another service or version.")
        }
        return Array(list.dropFirst(done.count))
    }
}
