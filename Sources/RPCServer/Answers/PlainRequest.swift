public import JSONRPC

/// A request to one of the few endpoints that are not JSON-RPC.
public struct PlainRequest: Sendable {
    /// The path, without its query.
    public let path: String
    /// What stood after `?`, still percent-encoded; "" when nothing did.
    public let query: String
    /// Header lines in the order they came.
    public let headers: [Header]
    /// The body, whole.
    public let body: [UInt8]
    /// The caller's address, after trusted proxies have been taken off; "" on a Unix socket.
    public let peer: String
    /// Names this request in logs.
    public let traceID: String

    /// Makes a request, for tests of endpoints.
    public init(
        path: String, query: String = "", headers: [Header] = [], body: [UInt8] = [], peer: String = "",
        traceID: String = ""
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.traceID = traceID
    }

    /// The first value of a header; the name is compared without case.
    ///
    /// - Parameter name: in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }?.value
    }
}
