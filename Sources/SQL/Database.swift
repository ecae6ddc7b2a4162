/// A database on either engine.
///
/// A transaction is a synchronous closure, so it cannot await anything. If it throws, its changes are rolled back.
public protocol Database: Closable {
    /// The SQL dialect of the engine, for migrations. Stores need it only to know whether several instances may share
    /// the database.
    var dialect: Dialect { get }

    /// Runs a closure on one snapshot, which contains every write that returned before the call. Statements that would
    /// change something are refused.
    ///
    /// On SQLite the closure runs on the calling thread, so it should be short.
    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T

    /// Runs one reading statement on a snapshot of its own. This is the cheapest way to find a row: on PostgreSQL
    /// concurrent callers share a round trip, except behind pgBouncer.
    func select(_ statement: Statement) async throws -> [Row]

    /// Runs a closure that changes the database. When it returns, the changes are durable. When it throws, nothing was
    /// changed, except that after ``SQLFault/unknownOutcome(_:)`` this is not known.
    ///
    /// The closure runs to its end even if the calling task is cancelled.
    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T

    /// Runs a closure that changes the database, like ``write(_:)``. Of the transactions with one `group`, such as the
    /// bytes of an account's identifier, at most two use connections at once, so that one busy account does not keep
    /// others out. On SQLite, which has one writer, the group has no effect.
    func write<T: Sendable>(
        group: [UInt8], _ body: @Sendable @escaping (any Transaction) throws -> T
    ) async throws -> T

    /// Refuses new calls, finishes the accepted ones, closes every connection and releases the locks.
    func close() async
}

extension Database {
    public func write<T: Sendable>(
        group: [UInt8], _ body: @Sendable @escaping (any Transaction) throws -> T
    ) async throws -> T {
        try await write(body)
    }

    public func select(_ statement: Statement) async throws -> [Row] {
        try await read { try $0.run(statement) }
    }
}
