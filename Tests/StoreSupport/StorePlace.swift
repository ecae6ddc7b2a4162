import Glibc
public import SQL
import SQLite
import Support

#if Postgres
import Postgres
import PostgresSupport
#endif

/// Where a test's own database is: a file in memory, or a database on the server of the test run.
///
/// Who knows its address can open it again: another process, or a store that starts after a crash.
public struct StorePlace: Sendable {
    /// What keeps it.
    public let engine: StoreEngine
    /// A path or a URL.
    public let address: String
    /// What has run in it once it is open.
    private let migrations: [Migration]

    /// A new one, with a schema.
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

    /// One of the run's engine that was made elsewhere.
    public init(_ migrations: [Migration], at address: String) {
        engine = .chosen
        self.migrations = migrations
        self.address = address
    }

    /// Opens it. SQLite lets one process in at a time, once.
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
            // All tests of a run share a machine: what is slow there is not stuck.
            (settings.waitLimit, settings.idleTimeout) = (.seconds(30), .seconds(30))
            (settings.statementTimeout, settings.lockTimeout) = (.seconds(30), .seconds(20))
            return try await PostgresDatabase.open(settings)
            #else
            preconditionFailure("built without PostgreSQL")
            #endif
        }
    }

    /// Opens it as two instances of a service do: each with connections of its own where the engine allows it, else both
    /// over one.
    public func openTwice() async throws -> [any Database] {
        let first = try await open()
        return [first, engine == .sqlite ? first : try await open()]
    }
}

#if Postgres
/// The server of the run. Several tests are under way at once, each with pools of its own, some of which close late.
private let server = Result {
    guard getenv("LATCHKEY_TEST_POSTGRES") == nil else { return try TestCluster.shared() }
    return try TestCluster("max_connections = 1200", "autovacuum = off", "max_wal_size = 256MB")
}
#endif
