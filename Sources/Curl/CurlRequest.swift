/// One HTTP request. It is checked when it is sent: a malformed one fails with ``CurlFault/Reason/unsendable(_:)``.
public struct CurlRequest: Sendable {
    /// The `http://` or `https://` URL, without user name or password.
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
    /// The largest response body in bytes. A request whose response has a larger one fails with
    /// ``CurlFault/Reason/tooLarge``.
    public var responseLimit: Int
    /// The path of a Unix socket to use instead of TCP; `url` then only provides the `Host` header and the path.
    public var unixSocket: String?
    /// True refuses loopback, private and other special addresses, for URLs that are chosen from outside.
    public var privateAddressesRefused: Bool

    /// A request that by default must connect within 1 s and end within 3 s, and accepts a body of 4 MiB.
    public init(
        _ url: String, method: String = "GET", headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        connectMs: Int = 1_000, totalMs: Int = 3_000, responseLimit: Int = 4 << 20, unixSocket: String? = nil,
        privateAddressesRefused: Bool = false
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.connectMs = connectMs
        self.totalMs = totalMs
        self.responseLimit = responseLimit
        self.unixSocket = unixSocket
        self.privateAddressesRefused = privateAddressesRefused
    }
}
