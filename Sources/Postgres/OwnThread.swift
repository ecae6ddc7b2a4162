#if Postgres
import Glibc
import SQL

/// A thread of one's own, so that waiting for a server takes none from anybody else.
enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that runs a closure once.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SQLFault) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, nil,
            { place in
                if let place { Unmanaged<Work>.fromOpaque(place).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw .unavailable("no thread could be started: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }
}
#endif
