#if Postgres
import Postgres
import Primitives
import SQL

/// A database on a PostgreSQL server: a connection pool for requests, and single connections for long statements.
struct PostgresServiceDatabase: ServiceDatabase {
    private let pool: PostgresDatabase
    private let longRunning: PostgresSettings
    private let monitor: TimelineMonitor
    private let service: String

    init(
        url: String, _ configuration: CommonConfiguration, check: TimelineCheck,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) async throws {
        let settings = Self.settings(url, configuration)
        let longRunning = settings.forLongStatements
        let guarding = TimelineGuard()
        self.longRunning = longRunning
        service = configuration.service
        monitor = TimelineMonitor(
            guarding: guarding, timelineCheck: check, steady: .system,
            open: { try await PostgresDatabase.open(longRunning) }, whenChecked: whenChecked)
        pool = try await PostgresDatabase.open(settings) { now throws(SQLFault) in try guarding.admit(now) }
    }

    /// Reads the address and the password file without connecting.
    static func checkAddress(url: String, _ configuration: CommonConfiguration) throws {
        try settings(url, configuration).checkAddress()
    }

    private static func settings(_ url: String, _ configuration: CommonConfiguration) -> PostgresSettings {
        var settings = PostgresSettings(url: url)
        settings.passwordFile = configuration.databasePasswordFile
        settings.trustsNetwork = configuration.trustsDatabaseNetwork
        settings.poolSize = configuration.databasePool
        settings.preparesStatements = configuration.preparesStatements
        settings.applicationName = "latchkey-\(configuration.service)"
        return settings
    }

    var database: any Database { pool }

    var gauges: [(name: String, read: @Sendable () -> Int)] {
        [
            ("postgres_connections_open", { [pool] in pool.statistics.open }),
            ("postgres_connections_busy", { [pool] in pool.statistics.busy }),
            ("postgres_callers_waiting", { [pool] in pool.statistics.waiting }),
        ]
    }

    func problem() async -> String? {
        do {
            _ = try await pool.select(Statement("SELECT 1"))
            return nil
        } catch {
            return "\(error)"
        }
    }

    func truncateLog() async throws {}

    func backup(
        to target: String, progress: @escaping @Sendable (_ copied: Int, _ total: Int) throws -> Void
    ) async throws -> Int { throw BackupRefusal.onPostgreSQL }

    func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        let single = try await PostgresDatabase.open(longRunning)
        return try await single.closing { try await Migrations.run(migrations, on: single) }
    }

    func checkTimeline() async throws { try await monitor.checkAtStart() }

    func requireStopped() async throws {
        let table = Statement("SELECT 1 WHERE to_regclass('lineage') IS NOT NULL")
        try await ServingWatch(service: service) { [pool] in
            // A database that was restored from a time before the table cannot have been served since.
            try await pool.select(table).isEmpty ? nil : StoredTimeline.readPosition(on: pool)
        }.requireStopped()
    }

    func monitorTimeline() async { await monitor.run(on: pool) }

    func serverTime() async throws -> Instant? {
        let clock = Statement("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")
        return try await pool.select(clock).first?.instant(0)
    }

    func close() async { await pool.close() }
}

extension PostgresSettings {
    /// One connection to the same server, with time for statements that touch every row or wait for another instance.
    fileprivate var forLongStatements: PostgresSettings {
        var settings = self
        settings.poolSize = 1
        settings.statementTimeout = .seconds(3_600)
        settings.lockTimeout = .seconds(600)
        return settings
    }
}
#endif
