/// A transport to a service: it sends the bytes of a request and returns the bytes of the answer.
///
/// The services and the reference device use libcurl, tests use `InProcessConnection`, phones bring their own.
public protocol Connection: Sendable {
    /// Sends one request body.
    ///
    /// - Throws: `ConnectionError` when no answer was received.
    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply
}

/// An HTTP reply.
public struct ConnectionReply: Sendable, Hashable {
    public var status: Int
    /// The headers, with their names as received.
    public var headers: [Header]
    public var body: [UInt8]

    public init(status: Int, headers: [Header] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the value of a header; its name is compared without case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// No answer was received. Unless `mayHaveBeenSent` is false, the peer may have performed the call.
public struct ConnectionError: Error, Sendable, Hashable {
    /// A sentence for a log; holds no secret.
    public let reason: String
    /// False only if the request certainly did not reach the peer.
    public let mayHaveBeenSent: Bool
    /// True if the time limit passed before the whole answer had arrived; a smaller answer may arrive in time.
    public let isTimeout: Bool
    /// True if somebody answered and did not prove to be the peer, or did not accept this service's key.
    public let isUnauthenticated: Bool

    public init(
        _ reason: String, mayHaveBeenSent: Bool, isTimeout: Bool = false, isUnauthenticated: Bool = false
    ) {
        self.reason = reason
        self.mayHaveBeenSent = mayHaveBeenSent
        self.isTimeout = isTimeout
        self.isUnauthenticated = isUnauthenticated
    }
}
