import ServiceLifecycle

/// A loop that runs beside the listeners and is cancelled when the service shuts down.
struct BackgroundTask: Service {
    let loop: @Sendable () async -> Void

    func run() async throws { await cancelWhenGracefulShutdown(loop) }
}
