import Logging
public import Primitives
public import SQL

/// A service's database, with the operations that SQLite and PostgreSQL perform differently.
public protocol ServiceDatabase: Closable {
    var database: any Database { get }

    /// The numbers shown as metrics, by name.
    var gauges: [(name: String, read: @Sendable () -> Int)] { get }

    /// Returns why the database cannot be used now, in one sentence, or nil if it can.
    func problem() async -> String?

    /// Returns once the database has answered a writing transaction, be it with an error.
    ///
    /// - Throws: if only a restart of the process can make it usable again.
    func showProgress() async throws

    /// Removes deleted data from the log that SQLite keeps beside its file. Does nothing on PostgreSQL.
    func truncateLog() async throws

    /// Copies the database into a new file, marked for the command `restore`, while reads and writes go on. The copy
    /// contains every write that was acknowledged before the call.
    ///
    /// - Parameters:
    ///   - target: the path of the new file.
    ///   - progress: called from time to time with the number of copied pages and of all pages. If it throws, the copy
    ///     ends and no file is left.
    /// - Returns: the size of the new file in bytes.
    /// - Throws: ``BackupRefusal``, on PostgreSQL always, or what `progress` throws.
    func backup(
        to target: String, progress: @escaping @Sendable (_ copied: Int, _ total: Int) throws -> Void
    ) async throws -> Int

    /// Runs the pending migrations, however long they take, and returns them.
    func migrate(_ migrations: [Migration]) async throws -> [Migration]

    /// Begins a new generation if the database may have lost acknowledged commits, and records the database. It has to
    /// be called after ``migrate(_:)`` and before anything is written or served.
    func checkTimeline() async throws

    /// Throws a `SettingsFault`, one line for the administrator, if an instance of the service serves the database. On
    /// PostgreSQL it takes ``ServingWatch/length`` and does not see an instance that cannot reach the database
    /// meanwhile. It does nothing on SQLite, where a file that another process has open cannot be opened.
    func requireStopped() async throws

    /// Keeps the record up to date, and on PostgreSQL repeats the check, until the task is cancelled.
    func monitorTimeline() async

    /// Reads the clock of the database server; nil on SQLite, which has none of its own.
    func serverTime() async throws -> Instant?

    /// Brings the record up to date if ``checkTimeline()`` was called, and closes the database.
    func close() async
}

extension ServiceDatabase {
    public func requireStopped() async throws {}

    public func showProgress() async throws {
        _ = try? await database.write { try $0.run(Statement("SELECT 1")) }
    }

    public func serverTime() async throws -> Instant? { nil }
}

extension CommonConfiguration {
    /// Opens the database that the setting `database` names.
    ///
    /// - Parameters:
    ///   - check: finds out whether the database is the one that was last served.
    ///   - whenChecked: receives the outcome of each check before the database is served.
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    func openDatabase(
        check: TimelineCheck, whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) async throws -> any ServiceDatabase {
        switch database {
        case .sqlite(let path):
            for file in [path, path + "-wal", path + "-shm"] {
                if let problem = FileOwnership.problem(file, "the database file") { throw SettingsFault(problem) }
            }
            return try SQLiteServiceDatabase(path: path, readers: readers, check: check, whenChecked: whenChecked)
        #if Postgres
        case .postgres(let url):
            return try await PostgresServiceDatabase(url: url, self, check: check, whenChecked: whenChecked)
        #else
        case .postgres:
            throw Self.withoutPostgres
        #endif
        }
    }

    /// Reads the database's address and the password file without connecting.
    ///
    /// - Throws: one line that says what to change.
    func checkDatabaseAddress() throws {
        switch database {
        case .sqlite: break
        #if Postgres
        case .postgres(let url): try PostgresServiceDatabase.checkAddress(url: url, self)
        #else
        case .postgres: throw Self.withoutPostgres
        #endif
        }
    }

    #if !Postgres
    private static let withoutPostgres = SettingsFault(
        "this program was built without PostgreSQL: build it with the package's default traits, or name sqlite:PATH")
    #endif

    /// The check of this service's database.
    ///
    /// - Parameter beginGeneration: changes the database at the beginning of a generation, in the same transaction.
    func timelineCheck(
        clock: WallClock = .system, log: Logger, beginGeneration: @escaping GenerationChange
    ) -> TimelineCheck {
        TimelineCheck(
            file: TimelineFile(
                path: dataFolder.timelineFile(service), formerPath: dataFolder.formerTimelineFile(service)),
            clock: clock, random: .system, log: log, beginGeneration: beginGeneration)
    }
}
