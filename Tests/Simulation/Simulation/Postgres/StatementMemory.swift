#if Postgres
import SQL

/// The results of the reading statements that were run since the last commit to a database. The same statement would give
/// the same rows again, so that it is not sent again: the services poll far more often than anything changes.
final class StatementMemory: @unchecked Sendable {  // all of a simulation runs on one thread
    fileprivate var results: [Statement: [Row]] = [:]

    /// Something may be committed now.
    func forget() { results = [:] }
}

/// A reading transaction that runs at once and to its end, so that what was remembered at its begin holds at its end.
final class RememberingTransaction: Transaction {
    private let base: any Transaction
    private let memory: StatementMemory

    init(_ base: any Transaction, _ memory: StatementMemory) { (self.base, self.memory) = (base, memory) }

    var changes: Int { 0 }

    func run(_ statement: Statement) throws -> [Row] {
        if let known = memory.results[statement] { return known }
        let rows = try base.run(statement)
        memory.results[statement] = rows
        return rows
    }
}
#endif
