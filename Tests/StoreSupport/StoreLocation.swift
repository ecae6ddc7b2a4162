import Glibc
public import SQL
import SQLite
import Support

#if Postgres
import Postgres
import PostgresSupport
#endif

/// The location of one test's database: a file in memory, or a database on the PostgreSQL server of the test run. It
/// can be opened again, by another process or after a simulated crash.
public struct StoreLocation: Sendable {
    public let engine: StoreEngine
    /// The path of the SQLite file, or the URL of the PostgreSQL database.
    public let address: String
    private let migrations: [Migration]

    /// Creates a database with a schema.
    public init(_ migrations: [Migration], on engine: StoreEngine = .chosen) async throws {
        self.engine = engine
        self.migrations = migrations
        switch engine {
        case .sqlite: address = scratchFolder() + "/test.sqlite"
        case .postgres:
            #if Postgres
            address = try await FreshDatabase(migrations, on: server.get()).url
            #else
            preconditionFailure("built without PostgreSQL: build with its trait, or unset LATCHKEY_TEST_ENGINE")
            #endif
        }
    }

    /// The location of a database that exists already.
    public init(_ migrations: [Migration], at address: String, on engine: StoreEngine = .chosen) {
        self.engine = engine
        self.migrations = migrations
        self.address = address
    }

    /// Opens the database. A SQLite file can be open only once at a time.
    public func open() async throws -> any Database {
        switch engine {
        case .sqlite:
            let database = try SQLiteDatabase.open(path: address)
            try await Migrations.run(migrations, on: database)
            return database
        case .postgres:
            #if Postgres
            var settings = PostgresSettings(url: address)
            settings.poolSize = 4
            // All tests of a run share a machine, so a slow statement is no failure.
            (settings.waitLimit, settings.idleTimeout) = (.seconds(30), .seconds(30))
            (settings.statementTimeout, settings.lockTimeout) = (.seconds(30), .seconds(20))
            return try await PostgresDatabase.open(settings)
            #else
            preconditionFailure("built without PostgreSQL")
            #endif
        }
    }

    /// Opens the database for two instances of a service. On PostgreSQL each has connections of its own; on SQLite both
    /// are the same database value, because one process owns the file.
    public func openTwice() async throws -> [any Database] {
        let first = try await open()
        return [first, engine == .sqlite ? first : try await open()]
    }
}

#if Postgres
/// The server of this run. It accepts many connections, because tests run in parallel with a pool each.
private let server = Result {
    guard getenv("LATCHKEY_TEST_POSTGRES") == nil else { return try TestCluster.shared() }
    return try TestCluster("max_connections = 1200", "autovacuum = off", "max_wal_size = 256MB")
}
#endif
