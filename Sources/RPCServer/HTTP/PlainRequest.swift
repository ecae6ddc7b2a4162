public import JSONRPC

/// A request to a plain endpoint.
public struct PlainRequest: Sendable {
    /// The path, without its query.
    public let path: String
    /// The text after `?`, still percent-encoded; "" if there is none.
    public let query: String
    /// The headers in the order they arrived.
    public let headers: [Header]
    public let body: [UInt8]
    /// The client's address, as a trusted proxy names it or as the network shows it; "" on a Unix socket without a proxy.
    public let peer: String
    /// True if a trusted proxy has not named the client's address; ``peer`` is then the proxy's.
    public let isClientUnnamed: Bool
    /// The id of this request in logs.
    public let traceID: String

    public init(
        path: String, query: String = "", headers: [Header] = [], body: [UInt8] = [], peer: String = "",
        isClientUnnamed: Bool = false, traceID: String = ""
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.isClientUnnamed = isClientUnnamed
        self.traceID = traceID
    }

    /// The first value of a header, its name compared without case.
    ///
    /// - Parameter name: in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }?.value
    }
}
