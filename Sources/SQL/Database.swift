/// A database, whichever engine keeps it.
///
/// Transactions are plain closures: nothing can be awaited inside one. What a closure throws undoes what it did.
public protocol Database: Sendable {
    /// The words this engine speaks; only migrations need to know.
    var dialect: Dialect { get }

    /// Reads from one snapshot: everything acknowledged before is seen, nothing committed during is.
    ///
    /// On SQLite it runs inline on the calling thread, so keep it short; a statement that would change something is
    /// refused.
    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T

    /// Reads with one statement, from a snapshot of its own. The cheapest way to find a row: on PostgreSQL callers that
    /// come together share a round trip.
    func select(_ statement: Statement) async throws -> [Row]

    /// Changes the database: when it returns, the change is durable; when it throws, nothing of it remains, unless it
    /// throws ``SQLFault/unknownOutcome(_:)``.
    ///
    /// Once begun it completes, even if the calling task is cancelled.
    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T

    /// Finishes what was accepted, refuses what comes later, and lets go of every connection and lock.
    func close() async
}

extension Database {
    /// Reads with one statement.
    public func select(_ statement: Statement) async throws -> [Row] {
        try await read { try $0.run(statement) }
    }
}
