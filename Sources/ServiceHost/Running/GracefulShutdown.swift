import ServiceLifecycle

/// The first step of a shutdown: the service reports itself unready, and the proxy gets time to notice before the
/// listeners close.
struct GracefulShutdown: Service {
    let readiness: Readiness
    /// The time between unready and closing.
    let drain: @Sendable () -> Duration
    let notifier: SystemdNotifier
    /// Begins to close the listeners.
    let close: @Sendable () -> Void

    func run() async throws {
        try? await gracefulShutdown()
        readiness.beginShutdown()
        notifier.send(.stopping)
        try? await Task.sleep(for: drain())
        close()
    }
}
