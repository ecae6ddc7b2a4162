#if Postgres
public import Primitives
public import SQL

extension PostgresDatabase {
    /// Opens a database on a PostgreSQL server and runs one query to make sure that it can be reached.
    ///
    /// - Parameters:
    ///   - random: for the pause before a transaction is retried.
    ///   - onConnect: called with the server's timeline for every new connection, on the connection's thread and before
    ///     the connection runs any job; not called if the user may not read the timeline or it cannot be decoded. If
    ///     the closure throws, the connection is closed and the attempt to connect has failed with that fault. Without
    ///     prepared statements, where a pooler may give each transaction another server, it is called in each write
    ///     transaction as well, and if it throws, the transaction changes nothing and fails with that fault.
    /// - Throws: ``SQLFault/unavailable(_:)`` with advice: at once for a wrong setting, password, user or database
    ///   name; after ``PostgresSettings/waitLimit`` when no server answers. Also what `onConnect` threw.
    public static func open(
        _ settings: PostgresSettings, clock: SteadyClock = .system, random: RandomSource = .system,
        onConnect: @escaping @Sendable (TimelinePosition) throws(SQLFault) -> Void = { _ in }
    ) async throws -> PostgresDatabase {
        try settings.check()
        let connector = try Connector(settings, clock: clock, onConnect: onConnect)
        let runner = TransactionRunner(
            settings, random: random, checkTimeline: settings.preparesStatements ? nil : onConnect)
        let transactions = try pool(of: settings.poolSize, jobsAtOnce: 1, settings, clock, connector) {
            (jobs: [TransactionJob], connection) in jobs.compactMap { runner.run($0, on: connection) }
        }
        let readers = settings.pointReadConnections
        let pointReads =
            readers == 0
            ? nil
            : try pool(of: readers, jobsAtOnce: 64, settings, clock, connector, readOnly: true) {
                PointRead.run($0, on: $1)
            }
        let database = PostgresDatabase(
            transactions: transactions, pointReads: pointReads,
            groups: GroupLimit(transactions, waitLimit: settings.waitLimit, clock: clock), clock: clock)
        do {
            try await database.read { _ = try $0.run(Statement("SELECT 1")) }
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    /// Creates a pool and starts its threads.
    private static func pool<Job: PoolJob>(
        of size: Int, jobsAtOnce: Int, _ settings: PostgresSettings, _ clock: SteadyClock, _ connector: Connector,
        readOnly: Bool = false, perform: @escaping @Sendable ([Job], PostgresConnection) -> [Job]
    ) throws(SQLFault) -> ConnectionPool<Job> {
        do throws(SystemCallFailure) {
            let pool = try ConnectionPool<Job>(
                size: size, jobsAtOnce: jobsAtOnce, waitLimit: settings.waitLimit, clock: clock)
            try DedicatedThread.start { pool.expireWaiters() }
            for index in 0..<size {
                let worker = PoolWorker(
                    pool: pool, index: index,
                    openConnection: { () throws(ConnectAttemptFailure) in try connector.connect(readOnly: readOnly) },
                    perform: perform)
                try DedicatedThread.start { worker.run() }
            }
            return pool
        } catch {
            throw .unavailable("the threads of the connection pool could not be started: \(error)")
        }
    }
}
#endif
