import SQL
import Synchronization

/// A real database whose next two writes share one commit that fails, as a batch of SQLite does on a full disk: both
/// transactions run to their end, then everything is rolled back and both callers get the fault.
final class SharedCommit: Database {
    private typealias Run = @Sendable (any Transaction) -> Void
    private struct State {
        var isNextShared = false
        var first: (run: Run, resume: @Sendable () -> Void)?
    }

    private let inner: any Database
    private let state = Mutex(State())

    init(_ inner: any Database) { self.inner = inner }

    var dialect: Dialect { inner.dialect }

    func failNextTwoWritesTogether() { state.withLock { $0.isNextShared = true } }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        guard state.withLock({ $0.isNextShared }) else { return try await inner.write(body) }
        let run: Run = { _ = try? body($0) }
        let first = state.withLock { state in
            defer { if state.first != nil { state = State() } }
            return state.first
        }
        if let first {
            try? await inner.write { transaction in
                first.run(transaction)
                run(transaction)
                throw SQLFault.full
            }
            first.resume()
        } else {
            await withCheckedContinuation { continuation in
                state.withLock { $0.first = (run, { continuation.resume() }) }
            }
        }
        throw SQLFault.full
    }

    func close() async { await inner.close() }
}
