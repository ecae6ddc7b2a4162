public import SQL

/// The audit log of a database: chains its rows, deletes the oldest, and lists and verifies them.
///
/// The rows are written by ``AuditedTransaction``. The transactions of this type lock the row of the chain first, and no
/// other transaction locks it.
public struct AuditLog: Sendable {
    let database: any Database
    let authenticator: AuditAuthenticator

    public init(_ database: any Database, _ authenticator: AuditAuthenticator) {
        self.database = database
        self.authenticator = authenticator
    }

    /// Begins the chain if there is none.
    public func open() async throws {
        _ = try await database.write { try $0.run(AuditChainTable.insertIfAbsent) }
    }

    /// Gives committed rows their numbers, without gaps, and their chain hashes; returns how many.
    ///
    /// Only the instance that locks the row of the chain gives numbers.
    /// - Parameter waiting: true to wait for the lock: 0 then means that every row committed before the call has its
    ///   number. With false, 0 may also mean that another instance holds the lock.
    public func chainRows(waiting: Bool = false, limit: Int = 500) async throws -> Int {
        guard try await !database.select(AuditTable.selectUnnumbered).isEmpty else { return 0 }
        return try await database.write { [authenticator] transaction in
            guard var head = try AuditChainTable.lockHead(waiting: waiting, in: transaction) else { return 0 }
            var statements: [Statement] = []
            for row in try transaction.run(AuditTable.selectUnnumbered(limit: limit)) {
                let number = head.number + 1
                head = AuditHead(
                    number: number,
                    hash: authenticator.chainHash(after: head.hash, number: number, code: try row.bytes(1)))
                statements.append(AuditTable.setNumber(head, of: try row.bytes(0)))
            }
            try transaction.batch(statements + [AuditChainTable.setHead(head)])
            return statements.count
        }
    }

    /// The end of the chain; nil before the log was opened.
    public func head() async throws -> AuditHead? {
        try await database.read { try AuditChainTable.read(in: $0)?.head }
    }
}
