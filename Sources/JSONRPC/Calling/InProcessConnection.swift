/// A connection that calls a router in the same process, without a network.
public struct InProcessConnection: Connection {
    private let router: Router
    private let listener: Listener
    private let peer: String

    /// Connects to a router as a caller at the given listener with the given network address.
    public init(to router: Router, at listener: Listener = .public, from peer: String = "192.0.2.1") {
        self.router = router
        self.listener = listener
        self.peer = peer
    }

    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        var context = RequestContext(listener: listener, body: body, traceID: "in-process", peer: peer)
        for header in headers {
            switch header.name.lowercased() {
            case "authorization": context.authorization = header.value
            case "dpop": context.proof = header.value
            case "latchkey-call": context.internalCall = header.value
            case "traceparent": context.traceparent = header.value
            default: break
            }
        }
        let reply = await router.answer(context)
        let challenge = reply.challenge.map { [Header("WWW-Authenticate", $0)] } ?? []
        return ConnectionReply(status: reply.status, headers: reply.headers + challenge, body: reply.body)
    }
}
