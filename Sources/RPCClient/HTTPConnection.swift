public import Curl
public import JSONRPC

/// A connection that posts JSON to one URL with libcurl.
public struct HTTPConnection: Connection {
    private let client: CurlClient
    private let url: String
    private let unixSocket: String?
    private let limits: Limits

    /// The time limits of a call.
    public struct Limits: Sendable {
        /// The time to connect, in milliseconds.
        public var connectMs: Int
        /// The time for the whole call, in milliseconds.
        public var totalMs: Int
        /// The limit of a call that makes no progress; nil for none.
        public var stall: StallLimit?

        /// The limits between two services, and for tools beside them: 1 s to connect and this time in all.
        public static func total(ms: Int) -> Limits { Limits(connectMs: 1_000, totalMs: ms, stall: nil) }

        /// The limits of a device on a line of any speed: 5 s to connect, 120 s in all, and no 10 s with fewer than 100
        /// bytes a second.
        public static let device = Limits(
            connectMs: 5_000, totalMs: 120_000, stall: StallLimit(seconds: 10, bytesPerSecond: 100))
    }

    /// - Parameters:
    ///   - url: the whole URL, `http://host:port/rpc`.
    ///   - client: sends the requests over its pooled connections.
    ///   - unixSocket: the path of a Unix socket to use instead of TCP; the URL's host then only fills the `Host`
    ///     header.
    ///   - limits: the time limits of a call; a long poll needs more than the default 3 s.
    public init(
        to url: String, with client: CurlClient, unixSocket: String? = nil, limits: Limits = .total(ms: 3_000)
    ) {
        self.url = url
        self.client = client
        self.unixSocket = unixSocket
        self.limits = limits
    }

    /// Posts one body. Any HTTP status is a reply, not an error; the headers are sent unchanged.
    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        var fields = [(name: "Content-Type", value: "application/json")]
        fields.reserveCapacity(headers.count + 1)
        for header in headers { fields.append((header.name, header.value)) }
        let request = CurlRequest(
            url, method: "POST", headers: fields, body: body, connectMs: limits.connectMs, totalMs: limits.totalMs,
            stall: limits.stall, responseLimit: 8 << 20, unixSocket: unixSocket)
        do {
            let response = try await client.send(request)
            return ConnectionReply(
                status: response.status, headers: response.headers.all.map { Header($0.name, $0.value) },
                body: response.body)
        } catch {
            throw ConnectionError(
                error.description, mayHaveBeenSent: error.mayHaveBeenSent, isTimeout: error.reason == .timeout)
        }
    }
}
