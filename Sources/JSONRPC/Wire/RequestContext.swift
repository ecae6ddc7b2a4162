/// A request as it arrived: its body, the listener, the credentials in its headers, the caller's address.
public struct RequestContext: Sendable {
    public var listener: Listener
    /// The whole `Authorization` header.
    public var authorization: String?
    /// The `DPoP` header: a request proof by a device key (RFC 9449).
    public var proof: String?
    /// The `Latchkey-Call` header: the proof of the other service of the pair.
    public var internalCall: String?
    /// The other service, if the router has verified that it made this request.
    public internal(set) var serviceCaller: ServiceCaller?
    /// The `traceparent` header (W3C Trace Context), which calls to the other service pass on.
    public var traceparent: String?
    /// The id of this request in logs and in `error.data.traceId`.
    public var traceID: String
    /// The caller's network address. Behind a trusted proxy it is the address that the proxy reports; on a Unix
    /// socket without a proxy it is empty.
    public var peer: String
    public var body: [UInt8]
    /// The slot that the call occupies; nil if the server does not limit the calls in flight.
    public var slot: (any InFlightSlot)?

    public init(
        listener: Listener, body: [UInt8], authorization: String? = nil, proof: String? = nil,
        internalCall: String? = nil, traceparent: String? = nil, traceID: String = "", peer: String = "",
        slot: (any InFlightSlot)? = nil
    ) {
        self.listener = listener
        self.body = body
        self.authorization = authorization
        self.proof = proof
        self.internalCall = internalCall
        self.traceparent = traceparent
        self.traceID = traceID
        self.peer = peer
        self.slot = slot
    }
}
