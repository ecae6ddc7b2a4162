public import SQL

/// The embedded engine: one file, one process, one writer that commits what waits together, and readers beside it.
///
/// A write is acknowledged when it is on the disk (write-ahead log, `synchronous = FULL`), and deleted bytes are
/// overwritten (`secure_delete`). Made by ``open(path:readers:checked:onBatch:)``.
public final class SQLiteDatabase: Database {
    private let readers: Readers
    let writer: Writer

    /// The file, with every symbolic link followed.
    public let path: String

    init(path: String, readers: Readers, writer: Writer) {
        self.path = path
        self.readers = readers
        self.writer = writer
    }

    deinit { writer.stop() }

    /// SQLite's words.
    public var dialect: Dialect { .sqlite }

    /// The fault after which this process writes no more, if the disk or the file has failed; then it is not ready, and
    /// only a restart, with its check of the file, helps. A full disk is not one: writes go on when there is room.
    public var broken: SQLFault? { writer.broken }

    /// Reads from one snapshot, on the calling thread.
    public func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try readers.snapshot(body)
    }

    /// Reads with one statement, on the calling thread.
    public func select(_ statement: Statement) async throws -> [Row] { try readers.select(statement) }

    /// Changes the database in a commit shared with whoever waits too; returns when it is on the disk.
    public func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { writer.add(QueuedWrite(body, for: $0)) }
    }

    /// Moves the whole log into the file and empties it, so that what was deleted is in neither.
    ///
    /// Waits for readers at most 2 s. Call it after a purge, not after every write.
    /// - Throws: ``SQLFault/unavailable(_:)`` if a reader held on; ask again.
    public func truncateLog() async throws {
        try await onWriter { try $0.truncateLog() }
    }

    /// Waits for the reads under way, finishes the writes taken in, closes the file and lets go of its lock.
    public func close() async {
        await readers.close()
        await writer.close()
    }

    /// Runs something on the writer's connection between two batches.
    func onWriter<T: Sendable>(_ chore: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            do throws(SQLFault) {
                try writer.add { connection in caller.resume(with: Result { try chore(connection) }) }
            } catch {
                caller.resume(throwing: error)
            }
        }
    }
}
