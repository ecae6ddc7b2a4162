/// A way to a service: bytes of a request out, bytes of its answer back.
///
/// Devices bring their own; the pair uses libcurl; tests use `InProcessConnection`.
public protocol Connection: Sendable {
    /// Sends one request body.
    ///
    /// - Throws: `ConnectionError` when no answer was received.
    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply
}

/// What came back over a connection.
public struct ConnectionReply: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// Header lines; names as they came.
    public var headers: [Header]
    /// The body, whole.
    public var body: [UInt8]

    /// Makes a reply.
    public init(status: Int, headers: [Header] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of a header, its name compared without case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// No answer came: nothing is known but this.
public struct ConnectionError: Error, Sendable, Hashable {
    /// A sentence for a log; holds no secret.
    public let reason: String
    /// False only when the request surely never reached the peer.
    public let mayHaveBeenSent: Bool

    /// Makes an error.
    public init(_ reason: String, mayHaveBeenSent: Bool) {
        self.reason = reason
        self.mayHaveBeenSent = mayHaveBeenSent
    }
}
