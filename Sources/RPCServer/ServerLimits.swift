/// How much of everything a server gives one caller, and all of them (SECURITY.md, H2 and H3).
public struct ServerLimits: Sendable {
    /// The longest request target, field name or field value, in bytes.
    public var fieldBytes = 8 * 1024
    /// Request target and header together, in bytes.
    public var headerBytes = 16 * 1024
    /// Header fields of one request, trailers included.
    public var headerFields = 64
    /// The body, in bytes; refused with 413 before it is read whole.
    public var bodyBytes = 64 * 1024
    /// From the first byte of a request, or from connecting, to the end of its header.
    public var headerTime = Duration.seconds(5)
    /// From the end of the header to the end of the body.
    public var bodyTime = Duration.seconds(10)
    /// How long a connection may stay without a request, or an answer without being read.
    public var idleTime = Duration.seconds(30)
    /// How long a refused caller's remaining bytes are swallowed, so that it can read the refusal.
    public var lingerTime = Duration.seconds(1)
    /// The slowest a body may come, in bytes a second, once `rateGrace` has passed.
    public var bytesPerSecond = 1024
    /// How long a body may be slower than `bytesPerSecond`.
    public var rateGrace = Duration.seconds(5)
    /// Open connections in all; further ones get 503.
    public var connections = 10_000
    /// Open connections of one address (IPv6: of one /64); further ones get 429. Trusted proxies are not counted.
    public var connectionsPerPeer = 64
    /// The same for callers of this machine, where a proxy lives.
    public var connectionsPerLoopback = 10_000
    /// Requests a caller may send ahead of an answer; beyond, its connection ends after the answers it is owed.
    public var pipelinedRequests = 32
    /// Requests after which a connection is closed, so that load finds new instances.
    public var requestsPerConnection = 100_000
    /// Calls being worked on at once; beyond, requests get 503.
    public var callsInFlight = 2048

    /// The numbers of SECURITY.md for auth; vault's `bodyBytes` is 1 MiB.
    public init() {}
}
