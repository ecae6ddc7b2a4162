import Domain
public import SQL

/// A transaction that collects the audit entries of what is done in it, and writes them as its last statements, in one
/// round trip.
public final class AuditedTransaction: Transaction {
    private let transaction: any Transaction
    private var entries: [AuditEntry] = []

    private init(_ transaction: any Transaction) { self.transaction = transaction }

    /// Runs a closure, and then writes the entries that it has recorded. If it throws, none are written.
    ///
    /// - Parameter authenticator: nil discards the entries, for a store without an audit log.
    public static func run<Outcome>(
        in transaction: any Transaction, by actor: AuditActor, _ authenticator: AuditAuthenticator?,
        _ body: (any Transaction) throws -> Outcome
    ) throws -> Outcome {
        let audited = AuditedTransaction(transaction)
        let outcome = try body(audited)
        if let authenticator { try audited.write(by: actor, authenticator) }
        return outcome
    }

    private func write(by actor: AuditActor, _ authenticator: AuditAuthenticator) throws {
        guard !entries.isEmpty else { return }
        let prefix = authenticator.freshBytes(14)
        let inserted = try transaction.batch(
            entries.enumerated().map { index, entry in
                let order = UInt16(truncatingIfNeeded: index)
                let row = AuditRow(entry, by: actor, id: prefix + [UInt8(order >> 8), UInt8(order & 0xff)])
                return AuditTable.insert(row, code: authenticator.code(of: row))
            })
        guard inserted.allSatisfy({ $0.count == 1 }) else { throw AuditRowNotWritten() }
    }

    fileprivate func append(_ entry: AuditEntry) { entries.append(entry) }

    @discardableResult
    public func run(_ statement: Statement) throws -> [Row] { try transaction.run(statement) }

    @discardableResult
    public func batch(_ statements: [Statement]) throws -> [[Row]] { try transaction.batch(statements) }

    public var changes: Int { transaction.changes }
}

extension Transaction {
    /// Records what the transaction has done. The row is written when the transaction's closure has ended.
    ///
    /// - Throws: ``UnauditedTransaction`` in a transaction that writes no entries.
    public func audit(_ entry: AuditEntry) throws {
        guard let audited = self as? AuditedTransaction else { throw UnauditedTransaction(kind: entry.kind.rawValue) }
        audited.append(entry)
    }
}

/// The database has accepted the row of an effect and not stored it. The effect is not made either.
public struct AuditRowNotWritten: Error, Sendable, Hashable {}

/// An effect that has to be recorded was made in a transaction that records none. This is a mistake in the code: the
/// store's method must use `change`.
public struct UnauditedTransaction: Error, Sendable, Hashable {
    let kind: String
}
