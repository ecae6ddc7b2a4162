/// The resources a server grants to one client and to all clients together.
///
/// The defaults are those of auth; the vault's `bodyBytes` is 1 MiB.
public struct ServerLimits: Sendable {
    /// The longest request target, header name or header value, in bytes.
    public var fieldBytes = 8 * 1024
    /// The request target and all headers together, in bytes.
    public var headerBytes = 16 * 1024
    /// The number of headers of one request, trailers included.
    public var headerFields = 64
    /// The body, in bytes. A larger one is refused with 413 before it is read whole.
    public var bodyBytes = 64 * 1024
    /// The time from the first byte of a request, or from connecting, to the end of its header.
    public var headerTime = Duration.seconds(5)
    /// The time from the end of the header to the end of the body.
    public var bodyTime = Duration.seconds(10)
    /// The time a connection may stay without a request, or a response without being read.
    public var idleTime = Duration.seconds(30)
    /// The time for which the remaining bytes of a refused client are discarded, so that it can read the refusal.
    public var lingerTime = Duration.seconds(1)
    /// The time for a first request on a connection that has to close, because the server has stopped listening or has a new
    /// certificate.
    public var lastRequestTime = Duration.seconds(1)
    /// The lowest rate in bytes a second: of a body after `rateGrace`, and of reading a response after `idleTime`.
    public var bytesPerSecond = 1024
    /// The time for which a body may be slower than `bytesPerSecond`.
    public var rateGrace = Duration.seconds(5)
    /// Open connections in all. A further one gets 503, or is closed without a response if 256 more are open already.
    public var connections = 10_000
    /// Open connections of one address (of one /64 for IPv6); a further one gets 429. Trusted proxies are not counted.
    public var connectionsPerPeer = 64
    /// The same limit for loopback addresses, where a reverse proxy connects from.
    public var connectionsPerLoopback = 10_000
    /// Requests a client may send ahead of a response. If a client sends more, these are answered; then the client gets
    /// 503 and the connection closes.
    public var pipelinedRequests = 32
    /// Requests after which a connection closes, so that clients spread over new instances.
    public var requestsPerConnection = 100_000
    /// Suspended handlers at a time; further requests get 503.
    public var callsInFlight = 2048

    public init() {}
}
