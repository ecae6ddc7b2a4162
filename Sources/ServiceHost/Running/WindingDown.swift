public import ServiceLifecycle

/// The first step of ending: not ready, then time for the proxy to notice.
public struct WindingDown: Service {
    private let readiness: Readiness
    private let pause: Duration
    private let then: @Sendable () -> Void

    /// - Parameters:
    ///   - pause: how long the doors stay open after readiness is gone.
    ///   - then: what happens after the pause.
    public init(_ readiness: Readiness, pause: Duration, then: @escaping @Sendable () -> Void = {}) {
        self.readiness = readiness
        self.pause = pause
        self.then = then
    }

    /// Waits for the end, then gives the proxy its time.
    public func run() async throws {
        try? await gracefulShutdown()
        readiness.windDown()
        try? await Task.sleep(for: pause)
        then()
    }
}
