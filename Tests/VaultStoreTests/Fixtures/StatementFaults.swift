import SQL
import Synchronization

/// A real database in which one statement of its writes can fail, as when a connection is lost.
final class StatementFaults: Database {
    struct Fault: Error {}

    private final class Watched: Transaction {
        private let inner: any Transaction
        private let faults: StatementFaults

        init(_ inner: any Transaction, _ faults: StatementFaults) { (self.inner, self.faults) = (inner, faults) }

        var changes: Int { inner.changes }

        func run(_ statement: Statement) throws -> [Row] {
            try faults.pass()
            return try inner.run(statement)
        }
    }

    private let inner: any Database
    private let left = Mutex<Int?>(nil)

    init(_ inner: any Database) { self.inner = inner }

    var dialect: Dialect { inner.dialect }

    /// Makes the statement after the next `count` ones fail, and the commit of a write in which none is left.
    func fail(after count: Int) { left.withLock { $0 = count } }

    /// Returns true if the fault has happened, and lets everything succeed again.
    func mend() -> Bool {
        left.withLock { left in
            defer { left = nil }
            return left == -1
        }
    }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.write { transaction in
            let result = try body(Watched(transaction, self))
            // A fault between the last statement and the commit.
            try self.pass()
            return result
        }
    }

    func close() async { await inner.close() }

    private func pass() throws {
        try left.withLock { left in
            guard let count = left, count >= 0 else { return }
            left = count - 1
            if count == 0 { throw Fault() }
        }
    }
}
