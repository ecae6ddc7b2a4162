public import Logging
public import SQL

/// A service's database, with the operations that SQLite and PostgreSQL perform differently.
public protocol ServiceDatabase: Sendable {
    var database: any Database { get }

    /// The numbers shown as metrics, by name.
    var gauges: [(name: String, read: @Sendable () -> Int)] { get }

    /// Returns why the database cannot be used now, in one sentence, or nil if it can.
    func problem() async -> String?

    /// Removes deleted data from the log that SQLite keeps beside its file. Does nothing on PostgreSQL.
    func truncateLog() async throws

    /// Runs the pending migrations, however long they take, and returns them.
    func migrate(_ migrations: [Migration]) async throws -> [Migration]

    /// Begins new epochs if the database may have lost acknowledged commits. It has to be called after ``migrate(_:)``
    /// and before the first request is served. Does nothing on SQLite.
    func checkTimeline() async throws

    /// Repeats the check of the timeline until the task is cancelled. On SQLite it only waits for that.
    func monitorTimeline() async
}

extension CommonConfiguration {
    /// Opens the database that the setting `database` names.
    ///
    /// - Parameter beginEpochs: begins new epochs in the database it is given.
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    public func openDatabase(
        log: Logger, beginEpochs: @escaping @Sendable (any Database) async throws -> Void
    ) async throws -> any ServiceDatabase {
        switch database {
        case .sqlite(let path):
            return try SQLiteServiceDatabase(path: path, readers: readers)
        case .postgres(let url):
            #if Postgres
            return try await PostgresServiceDatabase(url: url, self, log: log, beginEpochs: beginEpochs)
            #else
            throw SettingsFault(
                "this program was built without PostgreSQL (\(url.prefix(11))…): build it with the package's default "
                    + "traits, or name sqlite:PATH")
            #endif
        }
    }
}
