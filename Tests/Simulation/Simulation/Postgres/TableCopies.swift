#if Postgres
import PostgresSupport

/// Copies of all tables of a database, each of one snapshot, in schemas of the same database. Like a dump, a copy is made
/// while the database is used, and is put back while it is not.
final class TableCopies: @unchecked Sendable {  // used by the thread of the simulation only
    /// The most copies that are kept.
    private static let limit = 6

    private let console: Console
    private var made = 0
    private(set) var numbers: [Int] = []

    init(_ console: consuming Console) { self.console = console }

    func add() throws {
        let tables = try tables()
        made += 1
        try console.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
        try console.run("CREATE SCHEMA copy_\(made)")
        for table in tables {
            try console.run("CREATE TABLE copy_\(made).\(table) AS TABLE public.\(table)")
        }
        try console.run("COMMIT")
        numbers.append(made)
        if numbers.count > Self.limit { try console.run("DROP SCHEMA copy_\(numbers.removeFirst()) CASCADE") }
    }

    func restore(_ number: Int) throws {
        let tables = try tables()
        try console.run("BEGIN")
        // The rows of a snapshot satisfy every foreign key, in whatever order they are inserted.
        try console.run("SET LOCAL session_replication_role = replica")
        try console.run("TRUNCATE \(tables.map { "public.\($0)" }.joined(separator: ", "))")
        for table in tables {
            try console.run("INSERT INTO public.\(table) SELECT * FROM copy_\(number).\(table)")
        }
        try console.run("COMMIT")
    }

    private func tables() throws -> [String] {
        try console.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename").map { $0[0] }
    }
}
#endif
