import Glibc
import SQL

extension SQLiteDatabase {
    /// Writes a complete copy of one moment's state to another file (readable by this user alone), while reads and
    /// writes go on. The only right way to copy: a copied file without its log lacks what was committed last.
    ///
    /// - Parameter path: a file that does not exist; its folder does.
    /// - Throws: ``SQLFault/unavailable(_:)`` if the file exists; then it is left as it was.
    public func backup(to path: String) async throws {
        try await beside { connection throws(SQLFault) in
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
            defer { Glibc.close(descriptor) }
            do throws(SQLFault) {
                try connection.run("PRAGMA query_only = OFF")  // or the copy is refused; the source stays read-only
                try connection.run("VACUUM INTO $1", [.text(path)])
                guard fsync(descriptor) == 0 else { throw .corrupt("\(path): \(String(cString: strerror(errno)))") }
            } catch {
                unlink(path)
                throw error
            }
        }
    }

    /// Looks through the whole file and its indexes for damage; takes seconds per gigabyte, beside running work.
    ///
    /// - Throws: ``SQLFault/corrupt(_:)`` with the first damage found.
    public func checkIntegrity() async throws {
        try await beside { connection throws(SQLFault) in
            guard let damage = try connection.damage("integrity_check") else { return }
            throw .corrupt(damage)
        }
    }

    /// Runs something long on a thread and a reading connection of its own.
    private func beside(_ work: @escaping @Sendable (Connection) throws(SQLFault) -> Void) async throws {
        let path = path
        try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
            do throws(SQLFault) {
                try OwnThread.start {
                    caller.resume(
                        with: Result {
                            let connection = try Connection(path: path, role: .reader)
                            defer { connection.close() }
                            try work(connection)
                        })
                }
            } catch {
                caller.resume(throwing: error)
            }
        }
    }
}
