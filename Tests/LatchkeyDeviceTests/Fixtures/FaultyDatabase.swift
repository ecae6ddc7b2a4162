import SQL
import Synchronization

/// A database of which one write can fail, as on a full disk, or can commit and then throw, as if the program had ended
/// there.
final class FaultyDatabase: Database {
    private struct Plan {
        /// The number of writes that come before the one that fails.
        var countdown: Int
        let isAfterCommit: Bool
    }

    private let inner: any Database
    private let plan = Mutex<Plan?>(nil)

    init(_ inner: any Database) { self.inner = inner }

    var dialect: Dialect { inner.dialect }

    /// Lets one later write fail.
    ///
    /// - Parameter countdown: the number of writes before that one; nil for no failure.
    func fail(in countdown: Int?, afterCommit isAfterCommit: Bool) {
        plan.withLock { $0 = countdown.map { Plan(countdown: $0, isAfterCommit: isAfterCommit) } }
    }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        let due = plan.withLock { plan -> Plan? in
            guard let current = plan else { return nil }
            if current.countdown == 0 {
                plan = nil
                return current
            }
            plan?.countdown -= 1
            return nil
        }
        guard let due else { return try await inner.write(body) }
        if due.isAfterCommit { _ = try await inner.write(body) }
        throw SQLFault.full
    }

    func close() async { await inner.close() }
}
