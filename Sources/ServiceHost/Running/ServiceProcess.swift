import Glibc
public import JSONRPC
public import Logging
import Metrics
public import Primitives
public import RPCServer
import ServiceLifecycle
import UnixSignals

/// The parts of a service process besides the service itself: logging, metrics, readiness, listeners and an orderly
/// shutdown.
public struct ServiceProcess: Sendable {
    public let log: Logger
    public let metrics: Prometheus
    public let readiness = Readiness()
    /// Measures, logs and counts every call; each router gets it.
    public let callObserver: CallObserver
    private let configuration: CommonConfiguration
    private let threads: ServerThreads
    private let traceIDs: TraceIDGenerator
    let notifier = SystemdNotifier()
    /// True once the service manager was told that the service is ready.
    let hasReportedReady = LiveValue(false)
    let logLevel: LiveValue<Logger.Level>
    let drain: LiveValue<Duration>

    /// Sets up logging, metrics and signals of the process. It may be called once in a process.
    public init(_ configuration: CommonConfiguration, random: RandomSource, clock: SteadyClock) {
        self.configuration = configuration
        traceIDs = TraceIDGenerator(random)
        logLevel = LiveValue(configuration.logLevel)
        drain = LiveValue(configuration.drain)
        LineLogHandler.bootstrap(level: logLevel, format: configuration.logFormat)
        metrics = Prometheus()
        MetricsSystem.bootstrap(metrics)
        log = Logger(label: "latchkey-\(configuration.service)")
        let format = configuration.logsCalls ? configuration.logFormat : nil
        callObserver = CallMetrics(log: log, format: format, steady: clock).observer
        threads = ServerThreads(count: configuration.eventLoops)
        // A write to a closed connection, or past the file size limit, is an error of that write and not the end of the
        // process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens a listener.
    ///
    /// - Parameter inherited: the descriptor of a socket that listens on the address already.
    /// - Throws: `ServerStartError` if the address cannot be used.
    public func listen(
        on address: ServerAddress, as kind: Listener, router: Router?, endpoints: [PlainEndpoint] = [],
        maxBodyBytes: Int = 64 << 10, security: ListenerSecurity = ListenerSecurity(), inherited: Int32? = nil
    ) async throws -> OpenListener {
        var limits = ServerLimits()
        limits.bodyBytes = maxBodyBytes
        var answer: (@Sendable (RequestContext) async -> Reply)?
        if let router { answer = { await router.answer($0) } }
        // Devices, backends and browsers come through a proxy.
        let proxies = kind == .internal ? .none : ProxyTrust(configuration.trustedProxies)
        let server = HTTPServer(
            address: address, listener: kind, threads: threads, answer: answer, endpoints: endpoints, limits: limits,
            security: security, inherited: inherited, proxies: proxies, logger: log,
            makeTraceID: { [traceIDs] in traceIDs.next() })
        if kind == .public {
            metrics.addPolledMetric("requests_without_client_address_total") { server.requestsWithoutClientAddress }
        }
        return OpenListener(address: try await server.start(), closesLast: kind == .administration, server: server)
    }

    /// Tells the service manager that the service is ready, as soon as every check of ``readiness`` passes.
    func reportReady() async {
        while !Task.isCancelled {
            if await readiness.problems().isEmpty {
                notifier.send(.ready)
                hasReportedReady.replace(true)
                return
            }
            do { try await Task.pause(for: .milliseconds(50)) } catch { return }
        }
    }

    /// Returns once every event loop has run a task.
    func runThroughEventLoops() async throws { try await threads.runThroughEach() }

    /// Serves until SIGTERM or SIGINT, then shuts down in order: unready, a pause in which each response ends its
    /// connection, the listeners for requests, the listeners for health, metrics and administration, the background tasks. The pause is the setting
    /// `drain-seconds`; with `demo` there is none.
    ///
    /// - Parameter whenClosing: called after the pause, when the listeners begin to close: it has to answer long polls
    ///   at once, so that the shutdown does not wait for them.
    public func serve(
        _ listeners: [OpenListener], backgroundTasks: [@Sendable () async -> Void],
        whenClosing: @escaping @Sendable () -> Void = {}
    ) async throws {
        let shutdown = GracefulShutdown(
            readiness: readiness, drain: { [drain, configuration] in configuration.isDemo ? .zero : drain.current },
            notifier: notifier, begin: { for listener in listeners { listener.server.beginShutdown() } },
            close: whenClosing)
        // The group shuts its services down one after the other, from the last to the first.
        let services: [any Service] =
            backgroundTasks.map(BackgroundTask.init)
            + [
                ListenerGroup(listeners: listeners.filter(\.closesLast)),
                ListenerGroup(listeners: listeners.filter { !$0.closesLast }), shutdown,
            ]
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: log
            ))
        try await group.run()
        await threads.stop()
        LineWriter.standardError.flush()
    }
}
