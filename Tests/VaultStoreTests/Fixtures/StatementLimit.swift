import SQL

/// A real database of which each write fails after a number of statements, so that a transaction that never ends is
/// seen as a failure.
final class StatementLimit: Database {
    struct Exceeded: Error {}

    private final class Limited: Transaction {
        private let inner: any Transaction
        private var left: Int

        init(_ inner: any Transaction, _ limit: Int) { (self.inner, left) = (inner, limit) }

        var changes: Int { inner.changes }

        func run(_ statement: Statement) throws -> [Row] {
            guard left > 0 else { throw Exceeded() }
            left -= 1
            return try inner.run(statement)
        }
    }

    private let inner: any Database
    private let limit: Int

    init(_ inner: any Database, statementsPerWrite limit: Int) { (self.inner, self.limit) = (inner, limit) }

    var dialect: Dialect { inner.dialect }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.write { [limit] in try body(Limited($0, limit)) }
    }

    func close() async { await inner.close() }
}
