package import SQL

extension SQLiteDatabase {
    /// Opens a database whose writer has no thread, for the deterministic simulator.
    ///
    /// SQLite's default file system must have or create the file; no lock file is taken. Everything else is as in a
    /// service: the same queue, batches, commits and readers.
    ///
    /// - Parameters:
    ///   - onCommit: called after each commit with the number of writes that shared it.
    ///   - schedule: runs the closure it receives once, later and not on the calling stack. The writes that arrive
    ///     before then share the commit.
    package static func open(
        path: String, readers: Int, onCommit: @escaping @Sendable (Int) -> Void,
        schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) throws(SQLFault) -> SQLiteDatabase {
        let connection = try SQLiteConnection(path: path, role: .writer)
        do throws(SQLFault) {
            if let damage = try connection.firstDamage() { throw .corrupt("\(path): \(damage)") }
            try connection.mergeLeftLog()
        } catch {
            connection.close()
            throw error
        }
        return SQLiteDatabase(
            path: path, readers: ReaderPool(path: path, idleLimit: readers),
            writer: Writer(connection, onCommit: onCommit, schedule: schedule))
    }
}
