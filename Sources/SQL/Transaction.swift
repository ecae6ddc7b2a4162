/// Runs the statements of one transaction. It is valid only inside the closure that receives it.
///
/// The closure must not block, send messages or compute password hashes, because other callers wait for the same writer
/// or connection. The closure returns what has to be done after the commit.
public protocol Transaction {
    /// Runs one statement to its end and returns all its rows.
    ///
    /// - Throws: ``SQLFault``. The transaction cannot continue after it, so closures let it pass through.
    @discardableResult
    func run(_ statement: Statement) throws -> [Row]

    /// Runs several statements in order, on PostgreSQL in one round trip, and returns the rows of each.
    @discardableResult
    func batch(_ statements: [Statement]) throws -> [[Row]]

    /// The number of rows that the last statement inserted, changed or deleted; 0 after a `SELECT`.
    var changes: Int { get }
}

extension Transaction {
    /// Runs a statement and returns its first row, or nil if there is none.
    public func first(_ statement: Statement) throws -> Row? {
        try run(statement).first
    }

    @discardableResult
    public func batch(_ statements: [Statement]) throws -> [[Row]] {
        try statements.map { try run($0) }
    }
}
