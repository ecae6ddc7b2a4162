public import SQL
import SQLite

// Queries that only tests need.
extension Database {
    /// The sorted names of all tables, or of those that have the given column.
    public func tables(with column: String? = nil) async throws -> [String] {
        let text =
            switch dialect {
            case .sqlite:
                """
                SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND ($1 = '' OR c.name = $1) ORDER BY m.name
                """
            case .postgres:
                """
                SELECT DISTINCT CAST(table_name AS TEXT) COLLATE "C" FROM information_schema.columns
                WHERE table_schema = 'public' AND ($1 = '' OR column_name = $1) ORDER BY 1
                """
            }
        return try await read { try $0.run(Statement(text, .text(column ?? ""))).map { try $0.text(0) } }
    }

    /// All rows of each table as sorted texts, so that two engines can be compared.
    public func contents() async throws -> [String: [String]] {
        let names = try await tables()
        return try await read { transaction in
            try names.reduce(into: [:]) { all, name in
                all[name] = try transaction.run(Statement("SELECT * FROM \(name)")).map { "\($0.values)" }.sorted()
            }
        }
    }

    /// Returns when a transaction of this database waits for a lock; throws if none does within ten seconds. PostgreSQL
    /// only.
    public func waitForBlockedTransaction() async throws {
        let text = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        for _ in 0..<2_000 {
            if try await read({ try $0.first(Statement(text)) }) != nil { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw NoBlockedTransaction()
    }

    /// The number of deadlocks, as reported by connections that are closed. PostgreSQL only.
    public func deadlocks() async throws -> Int64 {
        let text = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        return try await read { try $0.first(Statement(text))?.int(0) ?? 0 }
    }

    /// Copies a SQLite database into a new file, as the command `backup` does.
    public func backUp(to path: String) throws {
        _ = try (self as? SQLiteDatabase)?.backup(to: path, mark: { _ in }, progress: { _ in })
    }

    /// Truncates SQLite's write-ahead log, which still contains deleted data. Does nothing on PostgreSQL.
    public func forgetDeleted() async throws {
        try await (self as? SQLiteDatabase)?.truncateLog()
    }
}

/// No transaction waited for a lock within ten seconds.
struct NoBlockedTransaction: Error {}
