import SQL
import StoreSupport
import Synchronization

/// A real database that can run an action before a write, fail writes like a full disk, or refuse reads.
final class InterceptedDatabase: Database {
    let inner: any Database
    private let nextWriteAction = Mutex<(@Sendable () async throws -> Void)?>(nil)
    private let isFull = Mutex(false)
    private let writeCount = Mutex(0)
    private let refusesTruncation = Mutex(false)
    private let refusesReads = Mutex(false)

    /// The error of a truncation of the write-ahead log while it is refused.
    struct TruncationRefused: Error {}
    /// The error of a read while reads are refused.
    struct ReadRefused: Error {}

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

    /// Makes every later truncation of the write-ahead log fail, as while a backup is being made.
    func refuseTruncation() { refusesTruncation.withLock { $0 = true } }

    /// Makes later truncations succeed again.
    func allowTruncation() { refusesTruncation.withLock { $0 = false } }

    /// Makes every later read fail, as while the server cannot be reached.
    func refuseReads() { refusesReads.withLock { $0 = true } }

    /// Makes later reads succeed again.
    func allowReads() { refusesReads.withLock { $0 = false } }

    /// Removes deleted data from the write-ahead log, if the engine keeps one.
    func truncateLog() async throws {
        if refusesTruncation.withLock({ $0 }) { throw TruncationRefused() }
        try await inner.forgetDeleted()
    }

    /// The number of transactions so far that may write.
    var writes: Int { writeCount.withLock { $0 } }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        if refusesReads.withLock({ $0 }) { throw ReadRefused() }
        return try await inner.read(body)
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
