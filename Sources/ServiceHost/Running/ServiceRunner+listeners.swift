import JSONRPC
import Logging
import RPCServer

extension ServiceRunner {
    /// The listeners that have a setting.
    struct Listeners: Sendable {
        let `public`: OpenListener
        let `internal`: OpenListener
        let operations: OpenListener
        /// Receives delivery reports; nil for a service without them.
        let reports: OpenListener?

        var all: [OpenListener] { [`public`, `internal`, operations] + (reports.map { [$0] } ?? []) }
    }

    /// Opens the listeners, or takes over the sockets that the service manager has opened for them.
    func openListeners(
        _ parts: Parts, _ process: ServiceProcess, _ replay: DeletionReplay, _ security: ListenerSecurity,
        _ sockets: InheritedSockets
    ) async throws -> Listeners {
        var guarded = parts.router
        let refusal: @Sendable (RequestContext) -> Fault? = { _ in
            replay.isPending ? parts.refusalDuringReplay : nil
        }
        guarded.refusal = refusal
        let address = (configuration.listen, configuration.link.listen, configuration.operationsListen)
        let forDevices = try await process.listen(
            on: address.0, as: .public, router: guarded,
            endpoints: parts.endpoints + (parts.guardedEndpoints?(refusal) ?? []), maxBodyBytes: parts.maxBodyBytes,
            inherited: try sockets.descriptor(for: "listen", listeningOn: address.0))
        let forPeer = try await process.listen(
            on: address.1, as: .internal, router: parts.router, security: security,
            inherited: try sockets.descriptor(for: "internal-listen", listeningOn: address.1))
        let forHealth = try await process.listen(
            on: address.2, as: .administration, router: nil,
            endpoints: HealthEndpoints.all(process.readiness, process.metrics) + parts.operationsEndpoints(refusal),
            inherited: try sockets.descriptor(for: "operations-listen", listeningOn: address.2))
        var forReports: OpenListener?
        if let reports = parts.reportListener {
            forReports = try await process.listen(
                on: reports.address, as: .administration, router: nil, endpoints: reports.endpoints,
                maxBodyBytes: ReportListener.maxBodyBytes)
        }
        return Listeners(public: forDevices, internal: forPeer, operations: forHealth, reports: forReports)
    }

    var administrationSocket: ServerAddress {
        .unix(path: configuration.dataFolder.socket(configuration.service))
    }

    /// Opens the administration socket, which also serves the methods about time, and ``ServiceFindings`` for `doctor`.
    func openAdministration(
        _ parts: Parts, _ process: ServiceProcess, _ watch: ClockWatch, _ findings: ServiceFindings
    ) async throws -> OpenListener {
        var router = parts.router
        watch.serve(on: &router)
        return try await process.listen(
            on: administrationSocket, as: .administration, router: router, endpoints: [findings.endpoint])
    }

    /// Logs the addresses once all listeners are open.
    func logListening(_ listeners: Listeners, _ process: ServiceProcess) {
        process.log.notice(
            """
            latchkey-\(configuration.service) is ready: \(listeners.public.address), internal \
            \(listeners.internal.address), operations \(listeners.operations.address)
            """)
    }

    /// Makes the object that replaces settings and certificates of this process at SIGHUP.
    func reload(
        _ parts: Parts, _ process: ServiceProcess, _ certificates: LinkCertificates, _ internalListener: HTTPServer
    ) -> SettingsReload {
        SettingsReload(
            settings,
            SettingsReload.Targets(
                logLevel: process.logLevel, drain: process.drain, certificates: certificates,
                internalListener: internalListener, linkKeys: parts.linkKeys,
                hasReportedReady: { process.hasReportedReady.current },
                replaceLink: { try parts.link.replace($0, now: $1) }),
            clock: clock, notifier: process.notifier, log: process.log)
    }
}
