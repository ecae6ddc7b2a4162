import JSONRPC
import NIOCore
import NIOHTTP1
import Synchronization

extension Conversation {
    /// Hands a JSON-RPC request to the router.
    func begin(rpc request: Incoming) {
        guard let me, let executor else { return }
        let header = request.header
        let (traceparent, traceID) = trace(header)
        let context = RequestContext(
            listener: house.listener, body: request.body, authorization: header.authorization, proof: header.proof,
            internalCall: header.internalCall, traceparent: traceparent, traceID: traceID, peer: caller(header),
            slot: place)
        phase = .answering
        let answer = house.answer
        Task.immediate(executorPreference: executor) {
            let reply = await answer(context)
            me.onLoop { $0.finish(reply) }
        }
        noteSuspension()
    }

    /// Hands a request to a plain endpoint.
    func begin(_ endpoint: PlainEndpoint, _ request: Incoming) {
        guard let me, let executor else { return }
        let target = request.head.uri
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
        let asked = PlainRequest(
            path: String(target.targetPath), query: String(query),
            headers: request.head.headers.map { Header($0.name, $0.value) },
            body: request.body, peer: caller(request.header), traceID: trace(request.header).id)
        phase = .answering
        Task.immediate(executorPreference: executor) {
            let reply = await endpoint.handler(asked)
            me.onLoop { $0.finish(reply) }
        }
        noteSuspension()
    }

    private func caller(_ header: RequestHeader) -> String {
        guard peerIsProxy, let forwarded = header.forwardedFor else { return peer }
        return ProxyTrust.lastHop(forwarded) ?? peer
    }

    private func trace(_ header: RequestHeader) -> (parent: String?, id: String) {
        if let traceparent = header.traceparent, let id = TraceContext.traceID(in: traceparent) {
            return (traceparent, id)
        }
        return (nil, house.makeTraceID())
    }

    private func finish(_ reply: Reply) { finish { _, writer, ending in writer.rpc(reply, ending) } }

    private func finish(_ reply: PlainReply) {
        finish { request, writer, ending in writer.plain(reply, omittingBody: request.isHead, ending) }
    }

    private func finish(_ write: (Incoming, inout AnswerWriter, AnswerWriter.Ending) -> ByteBuffer) {
        let hadSuspended = hasSuspended
        hasSuspended = false
        uncount()
        // The caller may have gone in the meantime.
        guard phase == .answering, let request = incoming else { return }
        answer(request) { write(request, &$0, $1) }
        if hadSuspended { goOn() }
    }

    /// Takes up what came while a suspended handler was waited for.
    private func goOn() {
        while phase == .idle || phase == .body, let part = waiting.popFirst() { take(part) }
        switch phase {
        case .idle:
            if let failure { return refuse(failure) }
            arm(at: .now() + house.idleTime)
        case .body: watchBody()
        case .fresh, .head, .answering, .lingering, .closed: return
        }
        readOn()
    }

    /// Sends an answer and turns to what waits.
    func answer(_ request: Incoming, _ write: (inout AnswerWriter, AnswerWriter.Ending) -> ByteBuffer) {
        guard !request.endsConnection else { return writeLast(write(&writer, .closing), lingering: false) }
        let isEnough =
            endsAfterAnswer || served >= house.limits.requestsPerConnection
            || house.isWindingDown.load(ordering: .relaxed)
        // Requests that have come already are answered first; a caller that sent more must be able to read the last.
        if isEnough, waiting.isEmpty, failure == nil { return writeLast(write(&writer, .closing), lingering: true) }
        self.write(write(&writer, request.openEnding))
        incoming = nil
        phase = .idle
    }

    /// Ends the connection with a refusal; what the caller still sends is swallowed for a while, so that it can read it.
    func refuse(_ refusal: Refusal) {
        writeLast(writer.refusal(refusal, .closing), lingering: true)
    }
}

extension NIOLoopBound {
    /// Runs on the value's event loop: at once when that is where we are.
    @inline(__always)
    func onLoop(_ body: @escaping @Sendable (Value) -> Void) {
        if eventLoop.inEventLoop { body(value) } else { eventLoop.execute { body(self.value) } }
    }
}
