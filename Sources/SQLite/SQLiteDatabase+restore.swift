import Glibc
public import SQL

extension SQLiteDatabase {
    /// Copies the file `copy` into a draft beside the database file `path`. The draft can be checked and migrated
    /// before ``replace(_:with:keeping:)`` puts it in the place of the database.
    ///
    /// The caller holds the lock of the database, so a draft that exists was left by a crash; it is replaced.
    /// - Returns: the path of the draft.
    /// - Throws: ``SQLFault/unavailable(_:)`` if the file cannot be read or the copy cannot be written. No draft is
    ///   left then.
    public static func prepareRestore(of path: String, from copy: String) throws(SQLFault) -> String {
        let draft = path + ".restoring"
        discardRestore(draft)
        do throws(SQLFault) {
            try copyFile(copy, to: draft)
        } catch {
            discardRestore(draft)
            throw error
        }
        return draft
    }

    private static func copyFile(_ copy: String, to draft: String) throws(SQLFault) {
        // Without O_NONBLOCK a named pipe would be waited for, while the lock of the database is held.
        let source = Glibc.open(copy, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw failure("\(copy) cannot be read") }
        defer { Glibc.close(source) }
        var facts = stat()
        guard fstat(source, &facts) == 0 else { throw failure("\(copy) cannot be read") }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .unavailable("\(copy) is not a regular file: name the copy that backup made")
        }
        let target = Glibc.open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw .unavailable("\(draft) cannot be created: \(String(cString: strerror(errno)))")
        }
        defer { Glibc.close(target) }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(source, &part, part.count)
            if count == 0 { break }
            guard count > 0, Glibc.write(target, part, count) == count else {
                throw .unavailable("\(copy) cannot be copied to \(draft): \(String(cString: strerror(errno)))")
            }
        }
        guard fsync(target) == 0 else {
            throw .unavailable("\(draft) cannot be written to the disk: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes the draft of a restore, for example because it was refused.
    public static func discardRestore(_ draft: String) {
        removeFiles(draft)
        unlink(draft + ".lock")
    }

    /// Puts the draft of a restore in the place of a database file in one step. Neither file may be open.
    ///
    /// - Parameter aside: the path at which the present file is kept. It is linked there before the draft is renamed,
    ///   so that after a crash `path` is the present file or the draft, and never missing.
    /// - Returns: false if no file was there, so that none is kept.
    /// - Throws: ``SQLFault/unavailable(_:)``. The present file is in its place then, unless the text says that it was
    ///   replaced.
    public static func replace(_ path: String, with draft: String, keeping aside: String) throws(SQLFault) -> Bool {
        // The commits of the log move into the file, unless it is damaged.
        if let present = try? SQLiteConnection(path: path, role: .writer) { present.close() }
        let isThere = access(path, F_OK) == 0
        if isThere, link(path, aside) != 0 { throw failure("\(path) cannot be kept as \(aside)") }
        do throws(SQLFault) {
            // The log of the present file must not be applied to the copy. It stays beside the kept file.
            for end in ["-wal", "-shm"] where access(path + end, F_OK) == 0 {
                guard rename(path + end, aside + end) == 0 else {
                    throw failure("\(path)\(end) cannot be kept as \(aside)\(end)")
                }
            }
            guard rename(draft, path) == 0 else { throw failure("\(draft) cannot be renamed to \(path)") }
        } catch {
            for end in ["-wal", "-shm"] { rename(aside + end, path + end) }
            if isThere { unlink(aside) }
            throw error
        }
        discardRestore(draft)
        do throws(SQLFault) {
            try syncFolder(of: path)
        } catch {
            throw .unavailable("\(path) was replaced, and the former file is kept as \(aside), but \(error)")
        }
        return isThere
    }

    private static func failure(_ what: String) -> SQLFault {
        .unavailable("\(what): \(String(cString: strerror(errno)))")
    }

    /// Takes the lock of a database file, so that no service opens it, runs a closure, and releases the lock.
    ///
    /// - Parameter body: receives the ``canonicalPath(_:)`` of the file, which is the one to change.
    /// - Throws: ``SQLFault/unavailable(_:)`` with the number of the process that has the file open.
    public static func locked<T>(_ path: String, _ body: (_ path: String) async throws -> T) async throws -> T {
        let path = try canonicalPath(path)
        let lock = try LockFile(for: path)
        defer { lock.release() }
        return try await body(path)
    }
}
