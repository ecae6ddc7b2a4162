#if Postgres
import SQL

/// A transaction that waits for a turn of its thread before each exchange with the server.
final class SteppedTransaction: Transaction {
    private let base: any Transaction
    private let thread: TransactionThread
    /// True if a statement was sent.
    private(set) var hasBegun = false

    init(_ base: any Transaction, _ thread: TransactionThread) { (self.base, self.thread) = (base, thread) }

    var changes: Int { base.changes }

    func run(_ statement: Statement) throws -> [Row] {
        thread.takeTurn(to: .waiting)
        hasBegun = true
        return try thread.observed { try base.run(statement) }
    }

    func batch(_ statements: [Statement]) throws -> [[Row]] {
        guard !statements.isEmpty else { return [] }
        thread.takeTurn(to: .waiting)
        hasBegun = true
        return try thread.observed { try base.batch(statements) }
    }
}
#endif
