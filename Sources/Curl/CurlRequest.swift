/// One HTTP request. Nothing in it is looked at before it is sent; what cannot be sent is refused with
/// ``CurlFault/Reason/unsendable(_:)``.
public struct CurlRequest: Sendable {
    /// `http://` or `https://` address, without user name or password.
    public var url: String
    /// HTTP method in capitals.
    public var method: String
    /// Header fields in the order they are sent; values without line breaks.
    public var headers: [(name: String, value: String)]
    /// The body; a GET without one sends none.
    public var body: [UInt8]
    /// How long connecting may take, in milliseconds.
    public var connectMs: Int
    /// How long everything may take, waiting for a connection included, in milliseconds.
    public var totalMs: Int
    /// Most body bytes accepted; more ends the request with ``CurlFault/Reason/tooLarge``.
    public var responseLimit: Int
    /// Path of a Unix socket to speak through instead of TCP; `url` then only names host and path.
    public var unixSocket: String?
    /// Whether loopback, private and other special addresses are refused, for targets that strangers choose.
    public var privateAddressesRefused: Bool

    /// A request that connects within 1 s, ends within 3 s and accepts 4 MiB, unless said otherwise.
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
