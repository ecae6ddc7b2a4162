import Glibc
import Primitives
import SQL
import Synchronization

/// The lock that keeps a second process from opening a database file. The kernel releases it when the process ends, in
/// whatever way.
final class LockFile: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Locks `<path>.lock` and writes this process's number into it.
    ///
    /// - Throws: ``SQLFault/unavailable(_:)`` if the lock file cannot be opened, or with the number of the process that
    ///   holds the lock.
    init(for path: String) throws(SQLFault) {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unavailable("\(path).lock cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.text(in: descriptor)
            Glibc.close(descriptor)
            throw .unavailable(
                "\(path) is in use by process \(holder), and a SQLite file serves one process; stop that one first, or "
                    + "use PostgreSQL (--database postgres://…) to run several")
        }
        // This lock is only for ``holder(for:)``, which can see it without taking a lock.
        _ = ByteLock.take(0, of: descriptor)
        let name = "\(getpid())\n"
        ftruncate(descriptor, 0)
        pwrite(descriptor, name, name.utf8.count, 0)
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Releases the lock. The writer's thread calls it after closing its connection.
    ///
    /// Closing the descriptor would not suffice: a child process that another thread is starting has a copy of it until
    /// it executes its program, and both locks last as long as any copy.
    func release() {
        guard let open = descriptor.withLock({ $0.take() }) else { return }
        ByteLock.release(0, of: open)
        flock(open, LOCK_UN)
        Glibc.close(open)
    }

    /// Returns the number of the process that holds the lock; nil if none holds it, and for a process of an earlier
    /// version.
    ///
    /// It takes no lock, because a service that starts at the same moment would be refused.
    static func holder(for path: String) -> String? {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        return ByteLock.isHeld(0, of: descriptor) ? text(in: descriptor) : nil
    }

    private static func text(in descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let number = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0.isNumber }
        return number.isEmpty ? "(unknown)" : String(number)
    }
}
