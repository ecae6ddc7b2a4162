/// What came with a request beside its JSON: where it arrived and what it carried to prove itself.
public struct RequestContext: Sendable {
    /// The door it came in by.
    public var listener: Listener
    /// The `Authorization` header, whole.
    public var authorization: String?
    /// The `DPoP` header: a request proof by a device key (RFC 9449).
    public var proof: String?
    /// The `Latchkey-Call` header: one service of the pair proving itself to the other.
    public var internalCall: String?
    /// The `traceparent` header (W3C Trace Context), to be passed on.
    public var traceparent: String?
    /// Names this request in logs and in `error.data.traceId`.
    public var traceID: String
    /// The caller's network address, after trusted proxies have been taken off; "" on a Unix socket.
    public var peer: String
    /// The bytes of the body, as they came.
    public var body: [UInt8]
    /// The call's place among those being worked on; nil where nobody counts.
    public var place: (any CallPlace)?

    /// Makes a context; what is not given is absent.
    public init(
        listener: Listener, body: [UInt8], authorization: String? = nil, proof: String? = nil,
        internalCall: String? = nil, traceparent: String? = nil, traceID: String = "", peer: String = "",
        place: (any CallPlace)? = nil
    ) {
        self.listener = listener
        self.body = body
        self.authorization = authorization
        self.proof = proof
        self.internalCall = internalCall
        self.traceparent = traceparent
        self.traceID = traceID
        self.peer = peer
        self.place = place
    }
}
