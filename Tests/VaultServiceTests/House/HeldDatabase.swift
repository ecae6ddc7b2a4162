import SQL
import Synchronization

/// The real database, with a moment before each write that a test can use, and a disk that can be full.
final class HeldDatabase: Database {
    let inner: any Database
    private let moment = Mutex<(@Sendable () async throws -> Void)?>(nil)
    private let full = Mutex(false)

    init(_ inner: any Database) { self.inner = inner }

    var dialect: Dialect { inner.dialect }

    /// Done once, after the next writer was let in at the door and before its transaction begins.
    func beforeNextWrite(_ action: @escaping @Sendable () async throws -> Void) { moment.withLock { $0 = action } }

    /// Every write fails from now on, as it does on a disk without room.
    func fill() { full.withLock { $0 = true } }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        let action = moment.withLock { moment in
            defer { moment = nil }
            return moment
        }
        try await action?()
        if full.withLock({ $0 }) { throw SQLFault.full }
        return try await inner.write(body)
    }

    func close() async { await inner.close() }
}
