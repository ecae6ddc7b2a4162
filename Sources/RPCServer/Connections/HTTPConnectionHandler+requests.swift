import JSONRPC
import NIOCore
import NIOHTTP1

extension HTTPConnectionHandler {
    /// Starts the handler of a request in place, on this connection's event loop.
    func startHandler(of request: IncomingRequest) {
        switch request.destination {
        case .rpc: startRouter(request)
        case .endpoint(let endpoint): start(endpoint, request)
        case .refused: break  // the state machine answers those itself
        }
    }

    private func startRouter(_ request: IncomingRequest) {
        guard let loopBound, let executor else { return }
        let headers = request.headers
        let (traceparent, traceID) = trace(headers)
        let context = RequestContext(
            listener: server.listener, body: request.body, authorization: headers.authorization, proof: headers.proof,
            internalCall: headers.serviceCall, traceparent: traceparent, traceID: traceID, peer: client(headers),
            slot: slot)
        let answer = server.answer
        Task.immediate(executorPreference: executor) {
            let reply = await answer(context)
            loopBound.onLoop { $0.finishHandler(.rpc(reply)) }
        }
    }

    private func start(_ endpoint: PlainEndpoint, _ request: IncomingRequest) {
        guard let loopBound, let executor else { return }
        let target = request.head.uri
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        let plainRequest = PlainRequest(
            path: String(target.targetPath), query: String(query),
            headers: request.head.headers.map { Header($0.name, $0.value) },
            body: request.body, peer: client(request.headers), traceID: trace(request.headers).id)
        Task.immediate(executorPreference: executor) {
            let reply = await endpoint.handler(plainRequest)
            loopBound.onLoop { $0.finishHandler(.plain(reply)) }
        }
    }

    private func client(_ headers: RequestHeaders) -> String {
        guard isTrustedProxy, let forwarded = headers.forwardedFor else { return peer }
        return ProxyTrust.lastHop(forwarded) ?? peer
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
