import Glibc

/// Runs the body on a new detached thread with all signals blocked; false if the system has no thread left.
func beginThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            let box = Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            box.body()
            return nil
        }, box.toOpaque())
    guard failure == 0 else {
        box.release()
        return false
    }
    pthread_detach(thread)
    return true
}
