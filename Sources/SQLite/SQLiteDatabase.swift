public import SQL
import Synchronization

/// A database in a SQLite file, which one process may have open. One thread writes and commits waiting writes together;
/// reads run beside it.
///
/// A write returns when it is on the disk (write-ahead log, `synchronous = FULL`). Deleted bytes are overwritten
/// (`secure_delete`). Opened by ``open(path:readers:checked:onCommit:)``.
public final class SQLiteDatabase: Database {
    private let readers: ReaderPool
    let writer: Writer
    /// The number of copies that are being made. Each holds a snapshot, which keeps the log from being truncated.
    let copies = Atomic(0)

    /// The file's path without symbolic links.
    public let path: String

    init(path: String, readers: ReaderPool, writer: Writer) {
        self.path = path
        self.readers = readers
        self.writer = writer
    }

    deinit { writer.stop() }

    public var dialect: Dialect { .sqlite }

    /// The fault of the disk or the file after which this process refuses all writes; nil while there is none. Only a
    /// restart, which checks the file, clears it. A full disk is no such fault: once there is room, writes work again.
    public var permanentFault: SQLFault? { writer.permanentFault }

    public func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try readers.snapshot(body)
    }

    public func select(_ statement: Statement) async throws -> [Row] { try readers.select(statement) }

    public func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { writer.add(QueuedTransaction(body, for: $0)) }
    }

    /// Copies the write-ahead log into the file and truncates the log, so that deleted data is in neither.
    ///
    /// It waits for readers for at most 2 s. It is meant for the end of a purge, not for every write.
    /// - Throws: ``SQLFault/unavailable(_:)`` if a read lasted longer, and at once, so that no writer waits in vain,
    ///   while a backup is being made; call it again. ``permanentFault`` if there is one.
    public func truncateLog() async throws {
        guard copies.load(ordering: .relaxed) == 0 else {
            throw SQLFault.unavailable("a backup is being made, and the log cannot be truncated before its end")
        }
        try await onWriter { [writer] connection in
            if let fault = writer.permanentFault { throw fault }
            try connection.truncateLog()
        }
    }

    public func close() async {
        await readers.close()
        await writer.close()
    }

    /// Runs a closure on the writer's connection, between two commits.
    func onWriter<T: Sendable>(_ job: @escaping @Sendable (SQLiteConnection) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            do throws(SQLFault) {
                try writer.add { connection in caller.resume(with: Result { try job(connection) }) }
            } catch {
                caller.resume(throwing: error)
            }
        }
    }
}
