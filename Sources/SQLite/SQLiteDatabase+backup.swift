import CSQLite
import Glibc
public import SQL
import Synchronization

extension SQLiteDatabase {
    /// The progress of a copy, in pages of the database.
    public struct BackupProgress: Sendable, Hashable {
        public let copied: Int, total: Int
    }

    /// Copies the database into a new file while reads and writes go on. The copy is one consistent state: the one at
    /// the beginning of the call. It is checked, readable and writable by this user alone, and on the disk when this
    /// returns.
    ///
    /// The copy is made in a new folder beside the target that only this user can enter, because SQLite keeps further
    /// files beside a database, and would take a neighbour's file with such a name for its own.
    ///
    /// The call blocks its thread until the copy is complete, which takes about a second per gigabyte and longer on a
    /// slow disk. Meanwhile no writer waits for it, SQLite's write-ahead log can grow, and ``truncateLog()`` is
    /// refused.
    ///
    /// - Parameters:
    ///   - target: the path of the new file. The copy appears there only when it is complete.
    ///   - mark: changes the copy before it is checked.
    ///   - progress: called after every 1 000 pages. If it throws, the copy ends and no file is left.
    /// - Returns: the size of the new file in bytes.
    /// - Throws: ``SQLFault/unavailable(_:)`` if the target exists or cannot be created, ``SQLFault/full`` if its disk
    ///   is full, ``SQLFault/corrupt(_:)`` if the copy is damaged, which means that the database is, and what
    ///   `progress` throws.
    @discardableResult
    public func backup(
        to target: String, mark: (any Transaction) throws -> Void, progress: (BackupProgress) throws -> Void
    ) throws -> Int {
        try backup(to: target, mark: mark, progress: progress, syncFolder: Self.syncFolder(of:))
    }

    /// - Parameter syncFolder: makes the entry of a file in its folder durable; a test lets it fail.
    func backup(
        to target: String, mark: (any Transaction) throws -> Void, progress: (BackupProgress) throws -> Void,
        syncFolder: (_ path: String) throws(SQLFault) -> Void
    ) throws -> Int {
        guard access(target, F_OK) != 0 else { throw SQLFault.unavailable("\(target) exists already; name a new file") }
        let folder = try Self.createFolder(for: target), draft = folder + "/copy.sqlite"
        defer {
            Self.removeFiles(draft)
            rmdir(folder)
        }
        var isLinked = false
        do {
            try Self.createEmpty(draft)
            try copySnapshot(to: draft, progress: progress)
            try Self.finish(draft, mark: mark)
            // `link` refuses to replace a file that another process has created meanwhile; `rename` would not.
            guard link(draft, target) == 0 else {
                throw SQLFault.unavailable("\(target) cannot be created: \(String(cString: strerror(errno)))")
            }
            isLinked = true
            try syncFolder(target)
            var facts = stat()
            guard stat(target, &facts) == 0 else {
                throw SQLFault.unavailable("\(target) cannot be read: \(String(cString: strerror(errno)))")
            }
            return Int(facts.st_size)
        } catch {
            // Another process may have replaced the new entry meanwhile; its file stays.
            if isLinked, Self.isSameFile(draft, target) { unlink(target) }
            throw error
        }
    }

    private func copySnapshot(to draft: String, progress: (BackupProgress) throws -> Void) throws {
        copies.add(1, ordering: .relaxed)
        defer { copies.subtract(1, ordering: .relaxed) }
        let source = try SQLiteConnection(path: path, role: .reader)
        defer { source.close() }
        try source.copy(to: draft, progress: progress)
    }

    /// Creates a folder beside the target, with a random name and mode 0700: `TARGET.draft-` and six letters.
    private static func createFolder(for target: String) throws(SQLFault) -> String {
        var name = Array("\(target).draft-XXXXXX".utf8CString)
        let isMade = name.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else {
            throw .unavailable(
                "a folder beside \(target) cannot be created: \(String(cString: strerror(errno)))")
        }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func createEmpty(_ path: String) throws(SQLFault) {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .unavailable("\(path) cannot be created: \(String(cString: strerror(errno)))")
        }
        Glibc.close(file)
    }

    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        var one = stat(), other = stat()
        guard lstat(first, &one) == 0, lstat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// Marks and checks the copy, and leaves it as one file without a write-ahead log.
    private static func finish(_ draft: String, mark: (any Transaction) throws -> Void) throws {
        let copy = try SQLiteConnection(path: draft, role: .writer)
        do {
            try copy.run("BEGIN IMMEDIATE")
            try mark(copy)
            if let fault = copy.firstError { throw fault }
            try copy.run("COMMIT")
            if let damage = try copy.firstDamage() { throw SQLFault.corrupt("the copy: \(damage)") }
            try copy.truncateLog()
            try copy.run("PRAGMA journal_mode = DELETE")
        } catch {
            copy.close()
            throw error
        }
        copy.close()
        let file = Glibc.open(draft, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { Glibc.close(file) } }
        guard file >= 0, fsync(file) == 0 else {
            throw SQLFault.unavailable("\(draft) cannot be written to the disk: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes a database file and the files that SQLite keeps beside it.
    static func removeFiles(_ path: String) {
        for end in [""] + sidecars { unlink(path + end) }
    }

    /// The ends of the names of the files that SQLite keeps beside a database file.
    private static let sidecars = ["-wal", "-shm", "-journal"]

    /// Makes a new or renamed file of a folder durable.
    static func syncFolder(of path: String) throws(SQLFault) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { Glibc.close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw .unavailable("\(folder) cannot be written to the disk: \(String(cString: strerror(errno)))")
        }
    }
}

extension SQLiteConnection {
    /// Copies every page of this connection's snapshot into a file.
    fileprivate func copy(to draft: String, progress: (SQLiteDatabase.BackupProgress) throws -> Void) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(draft, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        defer { sqlite3_close(opened) }
        guard code == SQLITE_OK, let target = opened else {
            throw SQLFault(resultCode: code, of: opened, in: "open")
        }
        // Inside a read transaction the source stays at one state; without it every commit would begin the copy anew.
        try run("BEGIN")
        defer { _ = try? run("ROLLBACK") }
        try run("SELECT 1 FROM sqlite_master LIMIT 1")
        guard let backup = sqlite3_backup_init(target, "main", handle, "main") else {
            throw SQLFault(resultCode: sqlite3_errcode(target), of: target, in: "backup")
        }
        var step = SQLITE_OK
        do {
            while step == SQLITE_OK {
                step = sqlite3_backup_step(backup, 1_000)
                let total = Int(sqlite3_backup_pagecount(backup))
                try progress(.init(copied: total - Int(sqlite3_backup_remaining(backup)), total: total))
            }
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        let finished = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, finished == SQLITE_OK else {
            throw SQLFault(resultCode: step == SQLITE_DONE ? finished : step, of: target, in: "backup")
        }
    }
}
