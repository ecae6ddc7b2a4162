import JSONRPC
import NIOCore
import NIOHTTP1

extension HTTPConnectionHandler {
    /// Starts the handler of a request in place, on this connection's event loop.
    func startHandler(of request: IncomingRequest) {
        let client = client(request.headers)
        switch request.destination {
        case .rpc:
            guard let client else { return refuseWithoutClientAddress() }
            startRouter(request, client)
        case .endpoint(let endpoint):
            // The monitoring on a proxy's host calls the operations listener for itself.
            guard client != nil || server.listener == .administration else { return refuseWithoutClientAddress() }
            start(endpoint, request, client)
        case .refused: break  // the state machine answers those itself
        }
    }

    private func startRouter(_ request: IncomingRequest, _ client: String) {
        guard let loopBound, let executor else { return }
        let headers = request.headers
        let (traceparent, traceID) = trace(headers)
        let context = RequestContext(
            listener: server.listener, body: request.body, authorization: headers.authorization, proof: headers.proof,
            internalCall: headers.serviceCall, traceparent: traceparent, traceID: traceID, peer: client, slot: slot)
        let answer = server.answer
        Task.immediate(executorPreference: executor) {
            let reply = await answer(context)
            loopBound.onLoop { $0.finishHandler(.rpc(reply)) }
        }
    }

    private func start(_ endpoint: PlainEndpoint, _ request: IncomingRequest, _ client: String?) {
        guard let loopBound, let executor else { return }
        let target = request.head.uri
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        let plainRequest = PlainRequest(
            path: String(target.targetPath), query: String(query),
            headers: request.head.headers.map { Header($0.name, $0.value) },
            body: request.body, peer: client ?? peer, isClientUnnamed: client == nil,
            traceID: trace(request.headers).id)
        Task.immediate(executorPreference: executor) {
            let reply = await endpoint.handler(plainRequest)
            loopBound.onLoop { $0.finishHandler(.plain(reply)) }
        }
    }

    /// The client's address: the one that a trusted proxy reports, or the other end of the connection. Nil if a trusted
    /// proxy reports no address.
    private func client(_ headers: RequestHeaders) -> String? {
        guard isTrustedProxy else { return peer }
        return headers.forwardedFor.flatMap(ProxyTrust.lastHop)
    }

    /// Refuses a request whose client is unknown, because it could only be counted for the proxy, that is, for all
    /// clients together.
    private func refuseWithoutClientAddress() {
        server.reportMissingClientAddress(from: peer)
        let refusal = HTTPRefusal.clientAddressMissing
        finishHandler(.plain(.text(refusal.message + "\n", status: refusal.status)))
    }

    private func trace(_ headers: RequestHeaders) -> (parent: String?, id: String) {
        if let traceparent = headers.traceparent, let id = TraceContext.traceID(in: traceparent) {
            return (traceparent, id)
        }
        return (nil, server.makeTraceID())
    }
}

extension NIOLoopBound {
    /// Runs the closure on the value's event loop, at once if that is the current one.
    @inline(__always)
    func onLoop(_ body: @escaping @Sendable (Value) -> Void) {
        if eventLoop.inEventLoop { body(value) } else { eventLoop.execute { body(self.value) } }
    }
}
