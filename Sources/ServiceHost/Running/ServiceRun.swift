import Glibc
public import JSONRPC
public import Logging
import Metrics
public import Primitives
public import RPCServer
import ServiceLifecycle
import UnixSignals

/// What both services share of a run: logging, metrics, readiness, doors, and an orderly end.
public struct ServiceRun: Sendable {
    /// The settings it was started with.
    public let settings: Settings
    /// The service's own logger.
    public let log: Logger
    /// Every metric.
    public let metrics: Prometheus
    /// What `/readyz` says.
    public let readiness = Readiness()
    /// What is written down of calls.
    public let book: CallBook
    private let threads: ServerThreads
    private let names: TraceNames

    /// Sets the process up: logging, metrics, signals that must not end it.
    public init(name: String, settings: Settings, random: RandomSource, steady: SteadyClock) {
        self.settings = settings
        names = TraceNames(random)
        let form = settings.text("log-format").flatMap { LogForm(rawValue: $0) } ?? .text
        LogLines.bootstrap(
            level: settings.text("log-level").flatMap { Logger.Level(rawValue: $0) } ?? .info, form: form)
        metrics = Prometheus()
        MetricsSystem.bootstrap(metrics)
        log = Logger(label: name)
        book = CallBook(log: log, form: settings.flag("call-log") ? form : nil, steady: steady)
        let count = settings.number("threads")
        threads = ServerThreads(count: count == 0 ? nil : count)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens an address of the settings, or a Unix socket.
    ///
    /// - Throws: `ServerStartError` when it cannot be had, `SettingsFault` when it is no address.
    public func open(
        _ text: String, as listener: Listener, router: Router?, endpoints: [PlainEndpoint] = [],
        bodyBytes: Int = 64 * 1024
    ) async throws -> (door: Door, address: ServerAddress) {
        guard let address = ServerAddress(text) else { throw SettingsFault("\"\(text)\" is no address: say host:port") }
        var limits = ServerLimits()
        limits.bodyBytes = bodyBytes
        var answer: (@Sendable (RequestContext) async -> Reply)?
        if let router { answer = { await router.answer($0) } }
        let server = HTTPServer(
            address: address, listener: listener, threads: threads, answer: answer, endpoints: endpoints,
            limits: limits, proxies: ProxyTrust(AddressBlock.list(settings.text("trusted-proxies") ?? "") ?? []),
            logger: log, makeTraceID: { [names] in names.next() })
        return (Door(server, isForOperations: listener == .operations), try await server.start())
    }

    /// Serves until SIGTERM or SIGINT, then ends in order: unready, pause, the doors that serve, the doors of those who
    /// watch it, upkeep.
    ///
    /// - Parameter whenClosing: run after the pause, as the doors begin to close: answers long polls at once, so that
    ///   nobody waits for them.
    public func serve(
        upkeep: [Upkeep], doors: [Door], whenClosing: @escaping @Sendable () -> Void = {}
    ) async throws {
        let pause = settings.flag("demo") ? 0 : settings.number("drain-seconds")
        let ending = WindingDown(readiness, pause: .seconds(pause)) {
            for door in doors { door.windDown() }
            whenClosing()
        }
        let (watching, serving) = (doors.filter(\.isForOperations), doors.filter { !$0.isForOperations })
        let services: [any Service] = upkeep + [Doors(doors: watching), Doors(doors: serving), ending]
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: log
            ))
        try await group.run()
        await threads.stop()
        LineWriter.standardError.flush()
    }
}
