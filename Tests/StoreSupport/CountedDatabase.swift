public import SQL
import Synchronization

/// A real database that counts the statements of its writes. A write with more statements than a limit fails, so that a
/// transaction that never ends is seen as a failure.
public final class CountedDatabase: Database {
    public struct LimitExceeded: Error {}

    private final class CountedTransaction: Transaction {
        private let inner: any Transaction
        private let database: CountedDatabase
        private var left: Int

        init(_ inner: any Transaction, of database: CountedDatabase) {
            (self.inner, self.database, left) = (inner, database, database.limit)
        }

        var changes: Int { inner.changes }

        func run(_ statement: Statement) throws -> [Row] {
            guard left > 0 else { throw LimitExceeded() }
            left -= 1
            database.counted.add(1, ordering: .relaxed)
            return try inner.run(statement)
        }
    }

    private let inner: any Database
    private let limit: Int
    private let counted = Atomic(0)

    public init(_ inner: any Database, statementsPerWrite limit: Int = .max) {
        (self.inner, self.limit) = (inner, limit)
    }

    /// The number of statements that writes have run so far.
    public var statements: Int { counted.load(ordering: .relaxed) }

    public var dialect: Dialect { inner.dialect }

    public func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    public func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.write { try body(CountedTransaction($0, of: self)) }
    }

    public func close() async { await inner.close() }
}
