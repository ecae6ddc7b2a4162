/// Migrates a database to the schema of the code, and reports pending migrations.
///
/// The table `schema_migration` records what was run. All pending migrations run in one transaction.
public enum Migrations {
    /// Takes a lock for the rest of the transaction, which also works behind pgBouncer. Without it two instances that
    /// create the same table at once would collide in PostgreSQL's catalogue, despite `IF NOT EXISTS`. The number is
    /// arbitrary.
    private static let takeLock = "SELECT 1 FROM pg_advisory_xact_lock(7305808869231650155)"

    private static let createTable =
        "CREATE TABLE IF NOT EXISTS schema_migration (id BIGINT PRIMARY KEY, name TEXT NOT NULL)"

    /// Runs the pending migrations and returns them.
    ///
    /// If two instances start at once, one runs the migrations, and the other waits and finds none pending.
    /// - Throws: ``SQLFault/schema(_:)`` if the database is newer than the code or has other migrations, and if the
    ///   list is not numbered 1, 2, 3 … without gaps.
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

    /// Returns the pending migrations without running them. It creates the table `schema_migration` if it is missing.
    ///
    /// - Throws: ``SQLFault/schema(_:)`` if the database is newer than the code or has other migrations, and if the
    ///   list is not numbered 1, 2, 3 … without gaps.
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
        if dialect == .postgres { try transaction.run(Statement(takeLock)) }
        try transaction.run(Statement(dialect.define(createTable)))
        let done = try transaction.run(Statement("SELECT id, name FROM schema_migration ORDER BY id"))
        for (row, step) in zip(done, list) where try row.int(0) != step.id || row.text(1) != step.name {
            throw SQLFault.schema(
                "Migration \(step.id) is \"\(step.name)\" here and \"\(try row.text(1))\" in the database: this is the "
                    + "database of another service or version.")
        }
        guard done.count <= list.count else {
            throw SQLFault.schema(
                "The database has \(done.count) migrations and this version knows \(list.count): start the newer "
                    + "version.")
        }
        return Array(list.dropFirst(done.count))
    }
}
