import Glibc
public import SQL

/// Opens a database file, making it (readable by this user alone) if it is not there.
///
/// - Parameters:
///   - path: the file; its folder must exist. The log and the lock lie beside it (`-wal`, `-shm`, `.lock`).
///   - readers: how many connections are kept for readers; more are opened while more threads read.
///   - checked: whether to look for damage first; takes about a second per gigabyte.
///   - onBatch: told after each commit how many writes shared it, on the writer's thread.
/// - Throws: ``SQLFault/unavailable(_:)`` when another process has the file, naming it; ``SQLFault/corrupt(_:)`` when
///   the check finds damage.
public func open(
    path: String, readers: Int = 4, checked: Bool = true, onBatch: @escaping @Sendable (Int) -> Void = { _ in }
) throws(SQLFault) -> SQLiteDatabase {
    let path = try real(path)
    let lock = try LockFile(for: path)
    try make(path)
    let connection = try Connection(path: path, role: .writer)
    do throws(SQLFault) {
        if checked, let damage = try connection.damage("quick_check") { throw .corrupt("\(path): \(damage)") }
        return SQLiteDatabase(
            path: path, readers: Readers(path: path, keeping: readers),
            writer: try Writer(connection, lock, onBatch: onBatch))
    } catch {
        connection.close()
        throw error
    }
}

/// The one name of a file, so that two names of it share one lock.
private func real(_ path: String) throws(SQLFault) -> String {
    func resolved(_ path: String) -> String? {
        guard let made = realpath(path, nil) else { return nil }
        defer { free(made) }
        return String(cString: made)
    }
    if let known = resolved(path) { return known }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
    guard let name = parts.last, let folder = resolved(folder) else {
        throw .unavailable("the folder of \(path) cannot be used: \(String(cString: strerror(errno)))")
    }
    return folder + "/" + name
}

/// Makes an empty file with narrow rights before the engine would make one with wide ones; under the lock, because
/// closing any descriptor of a file drops this process's locks on it.
private func make(_ path: String) throws(SQLFault) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else {
        throw .unavailable("\(path) cannot be made: \(String(cString: strerror(errno)))")
    }
    if descriptor >= 0 { Glibc.close(descriptor) }
}
