#if Postgres
import Postgres
import Primitives
import SQL

/// A database whose transactions run at once and to their end, on the calling thread: the oracle and the administrator
/// look at the tables with it, without taking part in the simulation.
final class DirectDatabase: Database, @unchecked Sendable {  // used by the thread of the simulation only
    private let settings: PostgresSettings
    private let isReadOnly: Bool
    private var connection: SingleConnection?

    init(_ settings: PostgresSettings, isReadOnly: Bool = true) {
        (self.settings, self.isReadOnly) = (settings, isReadOnly)
    }

    var dialect: Dialect { .postgres }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { run(QueuedTransaction(body, for: $0), isWrite: false) }
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { run(QueuedTransaction(body, for: $0), isWrite: true) }
    }

    func close() async { connection = nil }

    private func run(_ transaction: QueuedTransaction, isWrite: Bool) {
        do {
            let connection = try self.connection ?? SingleConnection(settings, random: .system, isReadOnly: isReadOnly)
            self.connection = connection.isUsable ? connection : nil
            if !connection.run(transaction, isWrite: isWrite) { transaction.refuse(.unavailable("it was lost")) }
        } catch {
            transaction.refuse(error as? SQLFault ?? .unavailable("\(error)"))
        }
    }
}
#endif
