#if Postgres
public import Primitives
public import SQL

/// Opens a database on a PostgreSQL server, and makes sure that it can be reached.
///
/// - Parameters:
///   - settings: where it is and how it is used.
///   - clock: for deadlines and back-off.
///   - random: for the pause before a transaction runs again.
///   - onConnect: told of every new connection which history its server is on, on the connection's thread and before
///     the connection serves anybody.
/// - Throws: ``SQLFault/unavailable(_:)`` saying what to do: at once for a wrong setting, password or name; after
///   ``PostgresSettings/waitLimit`` when no server answers.
public func open(
    _ settings: PostgresSettings, clock: SteadyClock = .system, random: RandomSource = .system,
    onConnect: @escaping @Sendable (DatabaseTimeline) throws(SQLFault) -> Void = { _ in }
) async throws -> PostgresDatabase {
    try settings.check()
    let dial = try Dial(settings, clock: clock, onConnect: onConnect)
    let work = TransactionWork(settings, random: random)
    let transactions = try pool(of: settings.poolSize, atOnce: 1, settings, clock, dial) { errands, link in
        errands.compactMap { (errand: TransactionErrand) in work.run(errand, on: link) }
    }
    let shared = settings.prepared ? max(1, min(2, settings.poolSize / 4)) : 0
    let pointReads =
        shared == 0
        ? nil
        : try pool(of: shared, atOnce: 64, settings, clock, dial, onlyReads: true) { errands, link in
            PointRead.run(errands, on: link)
        }
    let database = PostgresDatabase(transactions: transactions, pointReads: pointReads, clock: clock)
    do {
        try await database.read { _ = try $0.run(Statement("SELECT 1")) }
    } catch {
        await database.close()
        throw error
    }
    return database
}

/// A pool with its threads started.
private func pool<Caller: Errand>(
    of size: Int, atOnce: Int, _ settings: PostgresSettings, _ clock: SteadyClock, _ dial: Dial,
    onlyReads: Bool = false, serve: @escaping @Sendable ([Caller], Link) -> [Caller]
) throws(SQLFault) -> Pool<Caller> {
    let pool = try Pool<Caller>(size: size, atOnce: atOnce, waitLimit: settings.waitLimit, clock: clock)
    try OwnThread.start { pool.usher() }
    for index in 0..<size {
        let worker = Worker(
            pool: pool, index: index,
            dial: { () throws(DialFailure) in try dial.connect(onlyReads: onlyReads) }, serve: serve)
        try OwnThread.start { worker.run() }
    }
    return pool
}
#endif
