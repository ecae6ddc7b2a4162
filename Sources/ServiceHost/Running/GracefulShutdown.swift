import ServiceLifecycle

/// The first step of a shutdown: the service reports itself unready and ends each connection with its next response, and
/// the proxy gets time to notice before the listeners close.
struct GracefulShutdown: Service {
    let readiness: Readiness
    /// The time between unready and closing.
    let drain: @Sendable () -> Duration
    let notifier: SystemdNotifier
    /// Begins to end connections. A proxy that reuses its connections, and does not ask whether the service is ready, has
    /// none left to send a request on when the listeners close.
    let begin: @Sendable () -> Void
    /// Answers long polls. The listeners close next.
    let close: @Sendable () -> Void

    func run() async throws {
        try? await gracefulShutdown()
        readiness.beginShutdown()
        begin()
        notifier.send(.stopping)
        try? await Task.sleep(for: drain())
        close()
    }
}
