import JSONRPC
import Logging
import Primitives
import RPCServer
import ServiceLifecycle
import UnixSignals

extension ServiceProcess {
    /// Waits until the host's clock is believed. Meanwhile only health, metrics and the methods about time are served, so
    /// nothing that stores a time or ends something is running.
    ///
    /// - Parameter inherited: a copy of the socket for `operations` that the service manager has opened; nil if there is none.
    /// - Returns: false if the service was asked to stop instead.
    func awaitClock(
        _ watch: ClockWatch, operations: ServerAddress, inherited: Int32?, administration: ServerAddress
    ) async throws -> Bool {
        guard try await watch.checkAtStart() != nil else { return true }
        watch.setWaiting(true)
        defer { watch.setWaiting(false) }
        var router = Router(observer: callObserver)
        watch.serve(on: &router)
        let listeners = [
            try await listen(
                on: operations, as: .administration, router: nil, endpoints: HealthEndpoints.all(readiness, metrics),
                inherited: inherited),
            try await listen(on: administration, as: .administration, router: router),
        ]
        let wait = ClockWait(watch: watch, notifier: notifier)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: ListenerGroup(listeners: listeners)),
                    .init(service: wait, successTerminationBehavior: .gracefullyShutdownGroup),
                ], gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
        try await group.run()
        return watch.problem?.refusesService != true
    }
}

/// Compares the clocks every second until the host's is believed, and notices at once that it was accepted. The service
/// manager is asked to wait as long.
private struct ClockWait: Service {
    let watch: ClockWatch
    let notifier: SystemdNotifier

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                notifier.send(.starting)
                for _ in 1...20 where watch.problem != nil { try? await Task.pause(for: .milliseconds(50)) }
                if (try? await watch.checkAtStart()) == .some(nil) { return }
            }
        }
    }
}
