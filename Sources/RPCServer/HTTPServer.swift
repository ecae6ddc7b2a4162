import Glibc
public import JSONRPC
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Primitives
import Synchronization

/// An HTTP/1.1 server at one address, for `POST /rpc` and a few plain endpoints.
///
/// TLS usually ends at the reverse proxy in front of it; a listener for the other service may have TLS itself. A handler starts in place on the event loop of its connection and is
/// resumed there.
public final class HTTPServer: Sendable {
    private let address: ServerAddress
    let context: ServerContext
    private let threads: ServerThreads
    private let security: ListenerSecurity
    /// The TLS context for the connections that are accepted from now on.
    private let tls = Mutex<NIOSSLContext?>(nil)
    private let inherited: Int32?
    private let socket = Mutex<(any Channel)?>(nil)

    /// Makes a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - address: the address to listen on; with port 0 the system chooses a free one.
    ///   - listener: the listener's name, passed to the router with each request.
    ///   - threads: the event loops, which other servers may share.
    ///   - answer: the router; with nil only the endpoints are served.
    ///   - endpoints: the paths that are served beside `/rpc`.
    ///   - security: who may connect.
    ///   - inherited: the descriptor of a socket that listens on the address already, because the service manager opened
    ///     it; nil opens one.
    ///   - proxies: the proxies whose `X-Forwarded-For` is believed.
    ///   - logger: for events of the server itself; the router's observer logs the calls.
    ///   - makeTraceID: makes 32 hexadecimal digits for a request without a `traceparent`.
    public init(
        address: ServerAddress, listener: Listener, threads: ServerThreads,
        answer: (@Sendable (RequestContext) async -> Reply)?, endpoints: [PlainEndpoint] = [],
        limits: ServerLimits = ServerLimits(), security: ListenerSecurity = ListenerSecurity(),
        inherited: Int32? = nil, proxies: ProxyTrust = .none, logger: Logger,
        makeTraceID: @escaping @Sendable () -> String
    ) {
        self.address = address
        self.threads = threads
        self.security = security
        self.inherited = inherited
        context = ServerContext(
            listener: listener, answer: answer ?? { _ in Reply(body: [], status: 404) },
            routes: RouteTable(servesRPC: answer != nil, endpoints: endpoints), limits: limits, proxies: proxies,
            threads: threads, logger: logger, makeTraceID: makeTraceID)
    }

    /// Starts to listen.
    ///
    /// - Returns: the address it listens on, with the port the system chose.
    /// - Throws: `ServerStartError` when the server cannot listen on the address.
    public func start() async throws(ServerStartError) -> ServerAddress {
        do {
            let context = try security.tls?.serverContext()
            tls.withLock { $0 = context }
            let bootstrap = bootstrap()
            if let inherited {
                // Mode and group of a Unix socket are the service manager's too.
                let channel = try await bootstrap.withBoundSocket(inherited).get()
                socket.withLock { $0 = channel }
                return address
            }
            switch address {
            case .tcp(let host, let port):
                let channel = try await bootstrap.childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .bind(host: host, port: port).get()
                socket.withLock { $0 = channel }
                return .tcp(host: host, port: channel.localAddress?.port ?? port)
            case .unix(let path):
                let channel = try await bootstrap.bind(
                    unixDomainSocketPath: path, cleanupExistingSocketFile: true
                ).get()
                socket.withLock { $0 = channel }
                try restrictAccess(to: path)
                return address
            }
        } catch {
            throw ServerStartError(address: address, reason: "\(error)")
        }
    }

    /// Sets the mode of the socket file, and its group if one may connect. Until then its mode is the one that the
    /// process's umask leaves.
    private func restrictAccess(to path: String) throws {
        if let group = security.socketGroup {
            guard chown(path, uid_t.max, group) == 0 else { throw IOError(errnoCode: errno, reason: "chown") }
        }
        let mode: mode_t = security.socketGroup == nil ? 0o600 : 0o660
        guard chmod(path, mode) == 0 else { throw IOError(errnoCode: errno, reason: "chmod") }
    }

    /// Presents this certificate, and accepts the clients of these authorities, from now on. Open connections close after
    /// the answers to the requests that have arrived.
    ///
    /// - Precondition: the listener was started with TLS.
    public func replaceTLS(_ identity: TLSIdentity) throws {
        let context = try identity.serverContext()
        tls.withLock { $0 = context }
        for channel in self.context.connections.openChannels {
            channel.pipeline.fireUserInboundEventTriggered(DrainStarted())
        }
    }

    private func bootstrap() -> ServerBootstrap {
        let context = context
        let currentTLS: @Sendable () -> NIOSSLContext? = { [weak self] in self?.tls.withLock { $0 } }
        let usesTLS = security.tls != nil
        let isLocal = if case .unix = address { true } else { false }
        let checksUser = isLocal && security.socketGroup == nil && inherited == nil
        let decoderLimits = context.limits.decoderLimits
        // More than a header stays unread only if the decoder has stopped, because the client announced an upgrade.
        let maximumUnread = 4 * context.limits.headerBytes
        return ServerBootstrap(group: threads.group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if usesTLS {
                        guard let tls = currentTLS() else { throw ChannelError.ioOnClosedChannel }
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    let decoder = HTTPRequestDecoder(limitConfiguration: decoderLimits)
                    try channel.pipeline.syncOperations.addHandlers([
                        ByteToMessageHandler(decoder, maximumBufferSize: maximumUnread),
                        HTTPConnectionHandler(context, isLocal: isLocal, checksUser: checksUser),
                    ])
                }
            }
    }

    /// From now on closes each connection after its next response that leaves no received request unanswered. New
    /// connections are still served.
    public func beginShutdown() { context.isShuttingDown.store(true, ordering: .relaxed) }

    /// Stops listening, closes idle connections, gives a connection without a request the time for one, and waits until the
    /// open requests are answered and every connection is closed.
    ///
    /// - Parameter bound: after this time the connections that are still open are closed.
    public func drain(within bound: Duration = .seconds(10)) async {
        beginShutdown()
        let listening = socket.withLock { channel in
            defer { channel = nil }
            return channel
        }
        let deadline = NIODeadline.now() + TimeAmount(bound)
        if let listening { await stopListening(listening, by: deadline) }
        for channel in context.connections.beginDraining() {
            channel.pipeline.fireUserInboundEventTriggered(DrainStarted())
        }
        let closing = threads.group.next().scheduleTask(deadline: deadline) { [context] in
            for channel in context.connections.openChannels { channel.close(promise: nil) }
        }
        await context.connections.waitUntilEmpty()
        closing.cancel()
    }

    /// Stops listening. Without the steps before `close()`, a client that is connecting at this moment could send a request
    /// that nobody answers.
    ///
    /// - Parameter deadline: after it no further round of accepting begins.
    private func stopListening(_ listening: any Channel, by deadline: NIODeadline) async {
        if inherited != nil {
            // The socket stays open in the service manager, and later connections wait there for the next start.
            try? await listening.setOption(.autoRead, value: false).get()
        } else if case .unix(let path) = address {
            unlink(path)
        } else {
            try? await SYNFilter.attach(to: listening)
        }
        // During each `waitForReadySockets` the listener's loop accepts up to four of the connections that wait. NIO then runs
        // three tasks for each: on the connection's loop, on the listener's, and on the connection's again. If the listening
        // channel closes before the second, NIO closes the connection. Three waits are enough for the accept and the tasks, in
        // whatever order the loops are visited.
        for _ in 0..<Self.acceptingRounds {
            let accepted = context.connections.acceptedCount
            try? await Task.pause(for: Self.handshakeTime)
            for _ in 0..<3 { try? await threads.waitForReadySockets() }
            if context.connections.acceptedCount == accepted || .now() >= deadline { break }
        }
        try? await listening.close().get()
    }

    /// The time in which the handshake of a connection ends that has begun: several round trips within a data centre.
    private static let handshakeTime = Duration.milliseconds(20)
    /// The largest number of rounds in which connections are accepted before the listening channel closes, enough for a full
    /// queue. The rounds end earlier when no connection is left; they reach this number only where the system forbids the
    /// filter and clients keep connecting.
    private static let acceptingRounds = 100

    /// The number of open connections.
    public var connectionCount: Int { context.connections.openChannels.count }

    /// The number of requests whose handler is suspended, without long polls that wait without a slot.
    public var callsInFlight: Int { context.callsInFlight.load(ordering: .relaxed) }

    /// The number of requests refused because a trusted proxy sent them without the client's address.
    public var requestsWithoutClientAddress: Int { context.requestsWithoutClient.load(ordering: .relaxed) }
}

extension ServerLimits {
    fileprivate var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = fieldBytes
        limits.maxHeaderListSize = headerBytes
        limits.maxHeaderFieldCount = headerFields
        return limits
    }
}
