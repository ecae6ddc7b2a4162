import JSONRPC
import NIOCore
import NIOHTTP1
import Synchronization

extension Conversation {
    /// Hands a JSON-RPC request to the router.
    func begin(rpc request: Incoming) {
        guard let me, let executor else { return }
        var context = RequestContext(listener: house.listener, body: request.body)
        context.authorization = request.header.authorization
        context.proof = request.header.proof
        context.internalCall = request.header.internalCall
        context.peer = caller(request.header)
        trace(request.header) {
            context.traceparent = $0; context.traceID = $1
        }
        phase = .answering
        let answer = house.answer
        let asked = context
        Task.immediate(executorPreference: executor) {
            let reply = await answer(asked)
            me.onLoop { $0.finish(request) { $0.rpc(reply, $1) } }
        }
        countIfSuspended()
    }

    /// Hands a request to a plain endpoint.
    func begin(_ endpoint: PlainEndpoint, _ request: Incoming) {
        guard let me, let executor else { return }
        let target = request.head.uri
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        var traceID = ""
        trace(request.header) { traceID = $1 }
        let asked = PlainRequest(
            path: String(target.targetPath), query: String(query),
            headers: request.head.headers.map { Header($0.name, $0.value) },
            body: request.body, peer: caller(request.header), traceID: traceID)
        phase = .answering
        let omitsBody = request.head.method == .HEAD
        Task.immediate(executorPreference: executor) {
            let reply = await endpoint.handler(asked)
            me.onLoop { $0.finish(request) { $0.plain(reply, omittingBody: omitsBody, $1) } }
        }
        countIfSuspended()
    }

    private func caller(_ header: RequestHeader) -> String {
        guard peerIsProxy, let forwarded = header.forwardedFor else { return peer }
        return ProxyTrust.lastHop(forwarded) ?? peer
    }

    private func trace(_ header: RequestHeader, _ use: (_ traceparent: String?, _ traceID: String) -> Void) {
        if let traceparent = header.traceparent, let id = TraceContext.traceID(in: traceparent) {
            use(traceparent, id)
        } else {
            use(nil, house.makeTraceID())
        }
    }

    private func countIfSuspended() {
        guard phase == .answering else { return }
        isCounted = true
        house.inFlight.add(1, ordering: .relaxed)
    }

    private func finish(_ request: Incoming, _ write: (inout AnswerWriter, AnswerWriter.Ending) -> ByteBuffer) {
        let hadSuspended = isCounted
        if hadSuspended {
            isCounted = false
            house.inFlight.subtract(1, ordering: .relaxed)
        }
        // The caller may have gone in the meantime.
        guard phase == .answering else { return }
        answer(write, to: request)
        if hadSuspended { goOn() }
    }

    /// Takes up what came while a suspended handler was waited for.
    private func goOn() {
        while phase == .idle || phase == .body, let part = waiting.popFirst() { take(part) }
        switch phase {
        case .idle:
            if let failure { return refuse(failure) }
            arm(at: .now() + TimeAmount(house.limits.idleTime))
        case .body: watchBody()
        case .fresh, .head, .answering, .lingering, .closed: return
        }
        readOn()
    }

    /// Sends an answer and turns to what waits.
    func answer(_ write: (inout AnswerWriter, AnswerWriter.Ending) -> ByteBuffer, to request: Incoming) {
        let isOver = !request.head.isKeepAlive || request.header.asksForUpgrade
        let isEnough =
            endsAfterAnswer || served >= house.limits.requestsPerConnection
            || house.isWindingDown.load(ordering: .relaxed)
        guard !isOver else { return writeLast(write(&writer, .closing), lingering: false) }
        // Requests that have come already are answered first; a caller that sent more must be able to read the last.
        if isEnough, waiting.isEmpty, failure == nil { return writeLast(write(&writer, .closing), lingering: true) }
        self.write(write(&writer, request.head.version.isPersistent ? .open : .openAsAsked))
        phase = .idle
    }

    /// Ends the connection with a refusal; what the caller still sends is swallowed for a while, so that it can read it.
    func refuse(_ refusal: Refusal) {
        writeLast(writer.refusal(refusal, .closing), lingering: true)
    }
}

extension NIOLoopBound {
    /// Runs on the value's event loop: at once when that is where we are.
    fileprivate func onLoop(_ body: @escaping @Sendable (Value) -> Void) {
        if eventLoop.inEventLoop {
            body(value)
        } else {
            eventLoop.execute { body(self.value) }
        }
    }
}
