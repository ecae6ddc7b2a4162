#if Postgres
import Primitives
public import SQL

/// A PostgreSQL server, or several of which one writes: a bounded pool of connections, each with a thread of its own.
///
/// A write is acknowledged when the server says that its commit is on the disk. Made by
/// ``open(_:clock:random:onConnect:)``.
public final class PostgresDatabase: Database {
    private let transactions: Pool<TransactionErrand>
    private let pointReads: Pool<PointRead>?
    private let clock: SteadyClock

    init(transactions: Pool<TransactionErrand>, pointReads: Pool<PointRead>?, clock: SteadyClock) {
        self.transactions = transactions
        self.pointReads = pointReads
        self.clock = clock
    }

    deinit {
        transactions.stop()
        pointReads?.stop()
    }

    /// PostgreSQL's words.
    public var dialect: Dialect { .postgres }

    /// How the connections for transactions stand now.
    public var statistics: PoolStatistics { transactions.statistics }

    /// Reads from one snapshot (`REPEATABLE READ READ ONLY`), on a connection's own thread.
    public func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            transactions.add(TransactionErrand(.read, at: clock.now, body, for: caller))
        }
    }

    /// Reads with one statement, sharing a connection and its round trips with whoever reads at the same time.
    public func select(_ statement: Statement) async throws -> [Row] {
        guard let pointReads else { return try await read { try $0.run(statement) } }
        return try await withCheckedThrowingContinuation { caller in
            pointReads.add(PointRead(statement, at: clock.now, for: caller))
        }
    }

    /// Changes the database at `READ COMMITTED`: rows that a decision rests on are locked in a statement of their own
    /// (`{lockRow}`), then read.
    ///
    /// The closure runs again when another transaction came in between, so it must do nothing but run statements.
    public func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            transactions.add(TransactionErrand(.write, at: clock.now, body, for: caller))
        }
    }

    /// Which history the server is on now. Behind pgBouncer ask now and then; elsewhere every change of it comes with a
    /// new connection and is told to `onConnect`.
    public func timeline() async throws -> DatabaseTimeline {
        try await read { transaction in
            guard let row = try transaction.first(DatabaseTimeline.query) else {
                throw SQLFault.unavailable("the server does not tell its timeline")
            }
            return try DatabaseTimeline(row)
        }
    }

    /// Finishes what was accepted and closes every connection.
    public func close() async {
        pointReads?.stop()
        await transactions.close()
        await pointReads?.close()
    }
}
#endif
