public import Logging
import Metrics
public import SQL
import SQLite

/// A service's database, in whichever engine its settings name.
public struct ServiceDatabase: Sendable {
    /// The database.
    public let database: any Database
    /// Why it cannot be used now, in one sentence; nil while it can. For readiness.
    public let complaint: @Sendable () async -> String?
    /// Makes sure that what was deleted is in no log that the engine keeps beside its file.
    public let forgetDeleted: @Sendable () async throws -> Void
    /// Runs the pending steps of a schema, however long they take, and returns them.
    public let migrate: @Sendable ([Migration]) async throws -> [Migration]
    /// Compares the database's history with what is remembered of it, and begins new epochs where it is another. Call it
    /// once the schema is there and before anybody is served.
    public let settle: @Sendable () async throws -> Void
    /// What it tells of itself, by name of the metric.
    let gauges: [(name: String, read: @Sendable () -> Int)]
    /// Goes on comparing until the task is cancelled; nil where one process alone has the database.
    public let follow: Upkeep?

    /// Begins new epochs in the database it is handed.
    public typealias Renewal = @Sendable (any Database) async throws -> Void

    /// Opens what `database` names: `sqlite:PATH`, `postgres://…`, or `<data>/<service>.sqlite` when nothing is said.
    ///
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    public static func open(
        _ service: String, _ settings: Settings, in data: DataFolder, log: Logger,
        renew: @escaping Renewal = { _ in }
    ) async throws -> Self {
        switch try DatabaseAddress(settings.text("database"), absent: data.database(service)) {
        case .sqlite(let path):
            return try sqlite(path, settings)
        case .postgres(let url):
            #if Postgres
            return try await postgres(url, service, settings, data, log, renew)
            #else
            throw SettingsFault(
                "this program was built without PostgreSQL (\(url.prefix(11))…): build it with the package's default "
                    + "traits, or name sqlite:PATH")
            #endif
        }
    }

    /// Shows what it tells of itself among the metrics.
    public func show(in metrics: Prometheus) {
        for gauge in gauges { metrics.show(gauge.name, gauge.read) }
    }

    private static func sqlite(_ path: String, _ settings: Settings) throws -> Self {
        let batches = Recorder(label: "sqlite_commit_batch_size", aggregate: true)
        let database = try SQLite.open(
            path: path, readers: settings.number("readers"), onBatch: { batches.record($0) })
        return ServiceDatabase(
            database: database, complaint: { database.broken.map { "\($0)" } },
            forgetDeleted: { try await database.truncateLog() },
            migrate: { try await Migrations.run($0, on: database) }, settle: {}, gauges: [], follow: nil)
    }
}
