/// One HTTP request, or one mail. It is checked when it is sent: a malformed one fails with ``CurlFault/Reason/unsendable(_:)``.
public struct CurlRequest: Sendable {
    /// The `http://` or `https://` URL, for a mail `smtp://` or `smtps://`, without user name or password.
    public var url: String
    /// The HTTP method in capitals.
    public var method: String
    /// The headers in the order they are sent; values must not contain control characters except tab.
    public var headers: [(name: String, value: String)]
    /// The body. GET sends it only if it is not empty, HEAD never; other methods send an empty body with length 0.
    public var body: [UInt8]
    /// The time limit for connecting, in milliseconds.
    public var connectMs: Int
    /// The time limit for the whole request, in milliseconds, including the wait for a connection.
    public var totalMs: Int
    /// Ends a request that stands still before its total time is over; nil for no such limit.
    public var stall: StallLimit?
    /// The largest response body in bytes. A request whose response has a larger one fails with
    /// ``CurlFault/Reason/tooLarge``.
    public var responseLimit: Int
    /// The path of a Unix socket to use instead of TCP; `url` then only provides the `Host` header and the path.
    public var unixSocket: String?
    /// True refuses loopback, private and other special addresses, for URLs that are chosen from outside.
    public var privateAddressesRefused: Bool

    /// The envelope of a mail; nil for a request by HTTP. Method and headers do not apply to a mail.
    public var mail: CurlMail?

    /// A request that by default must connect within 1 s and end within 3 s, and accepts a body of 4 MiB.
    public init(
        _ url: String, method: String = "GET", headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        connectMs: Int = 1_000, totalMs: Int = 3_000, stall: StallLimit? = nil, responseLimit: Int = 4 << 20,
        unixSocket: String? = nil, privateAddressesRefused: Bool = false
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.connectMs = connectMs
        self.totalMs = totalMs
        self.stall = stall
        self.responseLimit = responseLimit
        self.unixSocket = unixSocket
        self.privateAddressesRefused = privateAddressesRefused
    }
}

/// The limit of a request that makes too little progress: it fails with ``CurlFault/Reason/timeout``.
///
/// A slow line then has as long as it needs, up to the request's total time, and a dead one is noticed soon. The wait for
/// the first byte of the response counts too.
public struct StallLimit: Sendable, Hashable {
    /// The time without progress, in whole seconds, at least 1.
    public var seconds: Int
    /// The number of bytes a second, sent or received, below which a request makes no progress.
    public var bytesPerSecond: Int

    public init(seconds: Int, bytesPerSecond: Int) {
        self.seconds = seconds
        self.bytesPerSecond = bytesPerSecond
    }
}
