/// The statements of one transaction. It lives as long as the closure it is handed to and must not leave it.
///
/// Nothing inside may wait, send, or be memory-hard: other callers share the writer. Effects are returned and run after
/// the commit.
public protocol Transaction {
    /// Runs one statement to its end and returns all its rows.
    ///
    /// - Throws: ``SQLFault``. After a throw the whole transaction must be given up, so let it pass.
    @discardableResult
    func run(_ statement: Statement) throws -> [Row]

    /// Runs several statements in order: one round trip where the engine has a network in between.
    ///
    /// - Returns: the rows of each.
    @discardableResult
    func batch(_ statements: [Statement]) throws -> [[Row]]

    /// How many rows the last statement inserted, changed or deleted; 0 after a `SELECT`.
    var changes: Int { get }
}

extension Transaction {
    /// The first row of a statement's answer, or nil when it has none.
    public func first(_ statement: Statement) throws -> Row? {
        try run(statement).first
    }

    /// Runs several statements one after the other.
    @discardableResult
    public func batch(_ statements: [Statement]) throws -> [[Row]] {
        try statements.map { try run($0) }
    }
}
