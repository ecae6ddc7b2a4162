import Glibc

/// Starts threads outside Swift's cooperative pool, for work that blocks on a disk, a server or a socket.
public enum DedicatedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a detached thread that runs a closure once. While the closure runs, signals to the process are not
    /// delivered to this thread.
    ///
    /// - Throws: ``SystemCallFailure`` when the system has no thread left.
    public static func start(_ body: @escaping @Sendable () -> Void) throws(SystemCallFailure) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                var signals = sigset_t()
                sigfillset(&signals)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                work.body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw SystemCallFailure("pthread_create", code: code)
        }
        pthread_detach(thread)
    }
}
