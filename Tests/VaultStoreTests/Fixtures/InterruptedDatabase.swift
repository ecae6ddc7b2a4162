import SQL
import Synchronization

/// A real database that runs an action immediately before some of its calls. The action may write, as another instance
/// does, or throw.
final class InterruptedDatabase: Database {
    enum Call { case read, write }
    typealias Action = @Sendable (any Database) async throws -> Void

    private struct Plan {
        let call: Call
        var skipped: Int
        var times: Int
        let action: Action
    }

    private let inner: any Database
    private let plan = Mutex<Plan?>(nil)

    init(_ inner: any Database) { self.inner = inner }

    var dialect: Dialect { inner.dialect }

    /// Runs the action before the next calls of one kind.
    ///
    /// - Parameters:
    ///   - skipped: the number of calls of this kind before the first one that is interrupted.
    ///   - times: the number of calls that are interrupted.
    func interrupt(_ call: Call, after skipped: Int = 0, times: Int = 1, _ action: @escaping Action) {
        plan.withLock { $0 = Plan(call: call, skipped: skipped, times: times, action: action) }
    }

    /// True if no interruption is left.
    var isDone: Bool { plan.withLock { $0.map { $0.times == 0 } ?? true } }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await action(before: .read)?(inner)
        return try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await action(before: .write)?(inner)
        return try await inner.write(body)
    }

    func close() async { await inner.close() }

    private func action(before call: Call) -> Action? {
        plan.withLock { plan in
            guard var next = plan, next.call == call, next.times > 0 else { return nil }
            defer { plan = next }
            if next.skipped > 0 {
                next.skipped -= 1
                return nil
            }
            next.times -= 1
            return next.action
        }
    }
}
