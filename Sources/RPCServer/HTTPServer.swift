import Glibc
public import JSONRPC
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// One listening address: `POST /rpc` and a few plain endpoints over HTTP/1.1.
///
/// TLS ends at the proxy before it. A handler is started on the connection's event loop, in place, and stays there.
public final class HTTPServer: Sendable {
    private let address: ServerAddress
    let house: House
    private let threads: ServerThreads
    private let socket = Mutex<(any Channel)?>(nil)

    /// Prepares a server; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - address: where to listen; port 0 takes a free one.
    ///   - listener: the door, told to the router with each request.
    ///   - threads: the event loops; other servers may use them too.
    ///   - answer: the router; nil serves the endpoints alone.
    ///   - endpoints: what is answered beside `/rpc`.
    ///   - limits: see `ServerLimits`.
    ///   - proxies: whose `X-Forwarded-For` is believed.
    ///   - logger: hears of what concerns the server as a whole; calls are logged by the router's observer.
    ///   - makeTraceID: 32 hexadecimal digits for a request that brings no trace of its own.
    public init(
        address: ServerAddress, listener: Listener, threads: ServerThreads,
        answer: (@Sendable (RequestContext) async -> Reply)?, endpoints: [PlainEndpoint] = [],
        limits: ServerLimits = ServerLimits(), proxies: ProxyTrust = .none, logger: Logger,
        makeTraceID: @escaping @Sendable () -> String
    ) {
        self.address = address
        self.threads = threads
        house = House(
            listener: listener, answer: answer ?? { _ in Reply(body: [], status: 404) },
            routes: RouteTable(servesRPC: answer != nil, endpoints: endpoints), limits: limits, proxies: proxies,
            threads: threads, logger: logger, makeTraceID: makeTraceID)
    }

    /// Opens the address.
    ///
    /// - Returns: where it really listens.
    /// - Throws: `ServerStartError` when the address cannot be had.
    public func start() async throws(ServerStartError) -> ServerAddress {
        let house = house
        var isLocal = false
        if case .unix = address { isLocal = true }
        let local = isLocal
        let decoding = house.limits.decoding
        // Only a decoder that has stopped (after an upgrade nobody took up) leaves more than a header unread.
        let mostUnread = 4 * house.limits.headerBytes
        let bootstrap = ServerBootstrap(group: threads.group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = HTTPRequestDecoder(limitConfiguration: decoding)
                    try channel.pipeline.syncOperations.addHandlers([
                        ByteToMessageHandler(decoder, maximumBufferSize: mostUnread),
                        Conversation(house, isLocal: local),
                    ])
                }
            }
        do {
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
                guard chmod(path, 0o600) == 0 else { throw IOError(errnoCode: errno, reason: "chmod") }
                return address
            }
        } catch {
            throw ServerStartError(address: address, reason: "\(error)")
        }
    }

    /// From now on each answer ends its connection; new ones are still served. The gentle part of going away.
    public func windDown() { house.isWindingDown.store(true, ordering: .relaxed) }

    /// Stops listening, closes what is idle, lets requests under way finish.
    ///
    /// - Parameter bound: after this what is still open is cut off.
    public func drain(within bound: Duration = .seconds(10)) async {
        windDown()
        let listening = socket.withLock { channel in
            defer { channel = nil }
            return channel
        }
        try? await listening?.close().get()
        if case .unix(let path) = address, listening != nil { unlink(path) }
        for channel in house.ledger.beginDraining() {
            channel.pipeline.fireUserInboundEventTriggered(Farewell())
        }
        let cut = threads.group.next().scheduleTask(in: TimeAmount(bound)) { [house] in
            for channel in house.ledger.open { channel.close(promise: nil) }
        }
        await house.ledger.empty()
        cut.cancel()
    }

    /// How many connections are open.
    public var connections: Int { house.ledger.open.count }
}

extension ServerLimits {
    fileprivate var decoding: NIOHTTPDecoderLimitConfiguration {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = fieldBytes
        decoding.maxHeaderListSize = headerBytes
        decoding.maxHeaderFieldCount = headerFields
        return decoding
    }
}
