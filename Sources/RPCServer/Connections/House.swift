import JSONRPC
import Logging
import NIOCore
import Synchronization

/// What every connection of one server shares.
final class House: Sendable {
    let listener: Listener
    let answer: @Sendable (RequestContext) async -> Reply
    let routes: RouteTable
    let limits: ServerLimits
    /// The limits every request looks at, in NIO's unit.
    let idleTime: TimeAmount
    let headerTime: TimeAmount
    let proxies: ProxyTrust
    let threads: ServerThreads
    let logger: Logger
    let makeTraceID: @Sendable () -> String
    let ledger: ConnectionLedger
    /// Calls that have suspended; those answered in place are never counted.
    let inFlight = Atomic<Int>(0)
    /// Set when keep-alive connections are to end with their next answer.
    let isWindingDown = Atomic<Bool>(false)

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
        headerTime = TimeAmount(limits.headerTime)
        self.proxies = proxies
        self.threads = threads
        self.logger = logger
        self.makeTraceID = makeTraceID
        ledger = ConnectionLedger(limits)
    }
}
