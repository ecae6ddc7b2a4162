#if Postgres
import Primitives
public import SQL

/// A database on a PostgreSQL server, or on several servers of which one accepts writes. It uses a bounded pool of
/// connections, each with a thread of its own.
///
/// A write returns when the server has confirmed that its commit is on the disk. Opened by
/// ``open(_:clock:random:onConnect:)``.
public final class PostgresDatabase: Database {
    private let transactions: ConnectionPool<TransactionJob>
    private let pointReads: ConnectionPool<PointRead>?
    private let groups: GroupLimit
    private let clock: SteadyClock

    init(
        transactions: ConnectionPool<TransactionJob>, pointReads: ConnectionPool<PointRead>?, groups: GroupLimit,
        clock: SteadyClock
    ) {
        self.groups = groups
        self.transactions = transactions
        self.pointReads = pointReads
        self.clock = clock
    }

    deinit {
        transactions.stop()
        pointReads?.stop()
    }

    public var dialect: Dialect { .postgres }

    public var statistics: PoolStatistics { transactions.statistics }

    /// Runs the closure on a connection's thread, in a transaction that is `REPEATABLE READ READ ONLY`. The closure may
    /// be run again, as that of ``write(_:)``.
    public func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            transactions.add(TransactionJob(.read, QueuedTransaction(body, for: caller), at: clock.now))
        }
    }

    /// Runs one reading statement on a connection shared with other callers, whose statements share its round trips.
    /// Behind pgBouncer, without prepared statements, it runs in a transaction of its own.
    public func select(_ statement: Statement) async throws -> [Row] {
        guard let pointReads else { return try await read { try $0.run(statement) } }
        return try await withCheckedThrowingContinuation { caller in
            pointReads.add(PointRead(statement, at: clock.now, for: caller))
        }
    }

    /// Runs the closure on a connection's thread, in a transaction that is `READ COMMITTED`. Rows that a decision
    /// depends on must be locked with `{lockRow}`, in a statement of their own, before they are read.
    ///
    /// The closure may be run again, for example after a deadlock (``RetryPolicy``), so it must have no effect but its
    /// statements.
    public func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            transactions.add(TransactionJob(.write, QueuedTransaction(body, for: caller), at: clock.now))
        }
    }

    public func write<T: Sendable>(
        group: [UInt8], _ body: @Sendable @escaping (any Transaction) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            groups.add(QueuedTransaction(body, for: caller), of: group)
        }
    }

    /// Returns the number of transactions in a group that are waiting for earlier transactions of the group.
    func waitingCount(in group: [UInt8]) -> Int { groups.waitingCount(in: group) }

    /// Reads the server's current timeline. On direct connections every change of the timeline closes them and is
    /// reported to `onConnect`. Behind pgBouncer only write transactions report it there, so the caller must poll this
    /// to notice a change while nothing is written.
    public func timeline() async throws -> TimelinePosition {
        try await read { try TimelinePosition.read(in: $0) }
    }

    public func close() async {
        pointReads?.stop()
        await transactions.close()
        await pointReads?.close()
    }
}
#endif
