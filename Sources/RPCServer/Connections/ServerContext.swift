import JSONRPC
import Logging
import NIOCore
import Synchronization

/// The configuration and counters that all connections of one server share.
final class ServerContext: Sendable {
    let listener: Listener
    let answer: @Sendable (RequestContext) async -> Reply
    let routes: RouteTable
    let limits: ServerLimits
    /// `limits.idleTime` in NIO's unit, converted once because every request uses it.
    let idleTime: TimeAmount
    let proxies: ProxyTrust
    let threads: ServerThreads
    let logger: Logger
    let makeTraceID: @Sendable () -> String
    let connections: ConnectionRegistry
    /// The number of requests whose handler is suspended. Requests that are answered in place, and long polls that wait
    /// without a slot, are not counted.
    let callsInFlight = Atomic<Int>(0)
    /// The number of requests that a trusted proxy sent without its client's address.
    let requestsWithoutClient = Atomic<Int>(0)
    let refusedTLS = RepeatedLogLine(every: .seconds(10))
    /// True from the beginning of the shutdown on. A connection then closes after the response to the last request that
    /// has arrived.
    let isShuttingDown = Atomic<Bool>(false)

    init(
        listener: Listener, answer: @escaping @Sendable (RequestContext) async -> Reply, routes: RouteTable,
        limits: ServerLimits, proxies: ProxyTrust, threads: ServerThreads, logger: Logger,
        makeTraceID: @escaping @Sendable () -> String
    ) {
        self.listener = listener
        self.answer = answer
        self.routes = routes
        self.limits = limits
        idleTime = TimeAmount(limits.idleTime)
        self.proxies = proxies
        self.threads = threads
        self.logger = logger
        self.makeTraceID = makeTraceID
        connections = ConnectionRegistry(limits)
    }

    /// Counts a request that a trusted proxy sent without its client's address, and logs the first one.
    func reportMissingClientAddress(from proxy: String) {
        guard requestsWithoutClient.add(1, ordering: .relaxed).oldValue == 0 else { return }
        let name = proxy.isEmpty ? "the proxy on the Unix socket" : "the trusted proxy \(proxy)"
        logger.warning(
            """
            \(name) sends requests without the client's address, and they are refused: configure it to set \
            X-Forwarded-For
            """)
    }

    var load: HTTPConnectionState.ServerLoad {
        HTTPConnectionState.ServerLoad(
            isOverloaded: callsInFlight.load(ordering: .relaxed) >= limits.callsInFlight,
            isShuttingDown: isShuttingDown.load(ordering: .relaxed))
    }
}
