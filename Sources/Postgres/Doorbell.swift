#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL

/// Wakes one thread that waits in `poll`, where it can watch its connection as well. A ring before it waits is not
/// lost; several are one.
final class Doorbell: Sendable {
    /// What to poll for reading.
    let descriptor: Int32

    /// A bell nobody has rung yet.
    init() throws(SQLFault) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw .unavailable("no doorbell could be made: \(String(cString: strerror(errno)))")
        }
    }

    deinit { Glibc.close(descriptor) }

    /// Lets the waiting thread, or the next one to wait, go on.
    func ring() { eventfd_write(descriptor, 1) }

    /// Takes back the rings so far.
    func settle() {
        var rings: eventfd_t = 0
        eventfd_read(descriptor, &rings)
    }

    /// Waits for a ring, at most so long; nil waits for ever. May return early.
    func wait(atMost limit: Duration? = nil) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&watched, 1, limit.map { Int32(clamping: max(0, $0.ms)) } ?? -1)
        settle()
    }

    /// Stands still for so long.
    static func pause(_ duration: Duration) {
        poll(nil, 0, Int32(clamping: duration.ms))
    }
}
#endif
