public import SQL
import SQLite

// What a test wants of a database and no store does.
extension Database {
    /// The names of its tables, or of those with a column of that name, in order.
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

    /// Everything in it: the rows of each table as texts, in an order of their own. What two engines can be compared by.
    public func contents() async throws -> [String: [String]] {
        let names = try await tables()
        return try await read { transaction in
            try names.reduce(into: [:]) { all, name in
                all[name] = try transaction.run(Statement("SELECT * FROM \(name)")).map { "\($0.values)" }.sorted()
            }
        }
    }

    /// Returns once somebody waits for a lock of this database. PostgreSQL only.
    public func hasWaiter() async throws {
        let text = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        for _ in 0..<2_000 {
            if try await read({ try $0.first(Statement(text)) }) != nil { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw NobodyWaits()
    }

    /// How many times transactions have waited for each other so that one was given up, as told by connections that are
    /// closed. PostgreSQL only.
    public func deadlocks() async throws -> Int64 {
        let text = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        return try await read { try $0.first(Statement(text))?.int(0) ?? 0 }
    }

    /// Lets go of what was deleted and still lies in the embedded engine's log; the other engine sees to it by itself.
    public func forgetDeleted() async throws {
        try await (self as? SQLiteDatabase)?.truncateLog()
    }
}

/// Nobody came to wait for a lock within ten seconds.
struct NobodyWaits: Error {}
