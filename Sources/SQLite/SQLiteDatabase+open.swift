import Glibc
public import SQL

extension SQLiteDatabase {
    /// Opens a database file. A file that does not exist is created, readable and writable by this user alone.
    ///
    /// - Parameters:
    ///   - path: the file, or a symbolic link to it (``canonicalPath(_:)``); its folder must exist. SQLite's log and
    ///     this process's lock are beside it (`-wal`, `-shm`, `.lock`).
    ///   - readers: the number of reading connections that are kept open; more are opened while more threads read.
    ///   - checked: true to look for damage first, which takes about a second per gigabyte.
    ///   - onCommit: called on the writer's thread after each commit, with the number of writes that shared it.
    /// - Throws: ``SQLFault/unavailable(_:)`` when another process has the file open, with its process number, and when
    ///   the folder or the file system cannot be used; ``SQLFault/corrupt(_:)`` when the file is damaged.
    public static func open(
        path: String, readers: Int = 4, checked: Bool = true, onCommit: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(SQLFault) -> SQLiteDatabase {
        let path = try canonicalPath(path)
        let lock = try LockFile(for: path)
        try createIfMissing(path)
        let connection = try SQLiteConnection(path: path, role: .writer)
        do throws(SQLFault) {
            if checked, let damage = try connection.firstDamage() { throw .corrupt("\(path): \(damage)") }
            try connection.mergeLeftLog()
            return SQLiteDatabase(
                path: path, readers: ReaderPool(path: path, idleLimit: readers),
                writer: try Writer(connection, lock, onCommit: onCommit))
        } catch {
            connection.close()
            throw error
        }
    }

    /// Returns the number of the process that has a database file open; nil if none has.
    ///
    /// - Throws: ``SQLFault/unavailable(_:)`` if the file's folder cannot be used.
    public static func processUsing(_ path: String) throws(SQLFault) -> String? {
        LockFile.holder(for: try canonicalPath(path))
    }

    /// Creates an empty file with mode 0600, because SQLite would create it with wider permissions.
    ///
    /// The caller already holds the lock file, so no other connection of this process has the database open. Otherwise
    /// closing this descriptor would drop that connection's POSIX locks.
    private static func createIfMissing(_ path: String) throws(SQLFault) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 || errno == EEXIST else {
            throw .unavailable("\(path) cannot be created: \(String(cString: strerror(errno)))")
        }
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}
