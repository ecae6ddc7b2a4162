import SQL
import Synchronization

/// A real database that can run an action before a write, or fail writes like a full disk.
final class InterceptedDatabase: Database {
    let inner: any Database
    private let nextWriteAction = Mutex<(@Sendable () async throws -> Void)?>(nil)
    private let isFull = Mutex(false)
    private let writeCount = Mutex(0)

    init(_ inner: any Database) { self.inner = inner }

    var dialect: Dialect { inner.dialect }

    /// Runs an action once, before the transaction of the next write begins.
    func beforeNextWrite(_ action: @escaping @Sendable () async throws -> Void) {
        nextWriteAction.withLock { $0 = action }
    }

    /// Makes every later write fail with `SQLFault.full`.
    func fill() { isFull.withLock { $0 = true } }

    /// Makes later writes succeed again.
    func makeRoom() { isFull.withLock { $0 = false } }

    /// The number of transactions so far that may write.
    var writes: Int { writeCount.withLock { $0 } }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        let action = nextWriteAction.withLock { action in
            defer { action = nil }
            return action
        }
        try await action?()
        if isFull.withLock({ $0 }) { throw SQLFault.full }
        writeCount.withLock { $0 += 1 }
        return try await inner.write(body)
    }

    func close() async { await inner.close() }
}
