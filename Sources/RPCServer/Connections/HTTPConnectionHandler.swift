import JSONRPC
import NIOCore
import NIOHTTP1
import Primitives
import Synchronization

/// The channel handler of one HTTP connection: it translates NIO's events for `HTTPConnectionState` and performs the
/// actions that come back.
///
/// A request that is answered without suspending costs no switch between threads, no timer and one write.
final class HTTPConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let server: ServerContext
    private let isLocal: Bool
    private let checksUser: Bool
    private var state: HTTPConnectionState
    /// An empty array whose capacity is used again for the actions of the next event.
    private var spareActions: [HTTPConnectionState.Action] = []
    private var writer = HTTPResponseWriter()
    private var timer = DeadlineTimer()
    private var context: ChannelHandlerContext?
    private(set) var loopBound: NIOLoopBound<HTTPConnectionHandler>?
    private(set) var executor: EventLoopExecutor?
    private(set) var slot: HandlerSlot?
    /// The reply of the handler that has just finished.
    private var reply: HandlerReply?
    /// Wakes the handler while it waits without a slot.
    private var wake: (@Sendable () -> Void)?
    private var needsFlush = false
    /// True if a read was requested while too many response bytes were unsent; it is performed when they have been
    /// sent.
    private var isReadHeldForWrites = false
    /// The address at the other end of the socket, the client's or a proxy's, as text; "" on a Unix socket.
    private(set) var peer = ""
    private(set) var isTrustedProxy = false
    /// The address whose connection limit applies; nil for a trusted proxy and for a Unix socket.
    private var limitedAddress: IPAddress?

    /// - Parameters:
    ///   - isLocal: true on a Unix socket.
    ///   - checksUser: true on a Unix socket that only the service's user and root may use.
    init(_ server: ServerContext, isLocal: Bool, checksUser: Bool) {
        self.server = server
        self.isLocal = isLocal
        self.checksUser = checksUser
        state = HTTPConnectionState(limits: server.limits, routes: server.routes)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
        self.loopBound = loopBound
        slot = HandlerSlot(loopBound)
        executor = server.threads.executor(of: context.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        process(.closed)
        timer.cancel()
        self.context = nil
        loopBound = nil
        slot = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        if isLocal {
            // Only a proxy on this host can reach the public listener on a Unix socket.
            isTrustedProxy = server.listener == .public
        } else if let text = context.channel.remoteAddress?.ipAddress {
            let address = IPAddress(text)
            peer = text
            isTrustedProxy = server.proxies.includes(address)
            limitedAddress = isTrustedProxy ? nil : address?.clientNetwork
        }
        process(.opened(server.connections.add(context.channel, address: limitedAddress)))
        if checksUser { checkPeerCredentials(of: context.channel) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        process(.closed)
        server.connections.remove(context.channel, address: limitedAddress)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { process(.received(unwrapInboundIn(data))) }

    func channelReadComplete(context: ChannelHandlerContext) { process(.readComplete) }

    func read(context: ChannelHandlerContext) { process(.readRequested) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard isReadHeldForWrites, context.channel.isWritable else { return }
        isReadHeldForWrites = false
        process(.readRequested)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is DrainStarted {
            process(.drainStarted)
        } else if case .inputClosed? = event as? ChannelEvent {
            process(.inputClosed)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError {
            process(.failed(.invalidRequest(error == .headerOverflow ? .headerTooLarge : .malformed)))
        } else {
            logRefusedTLS(error)
            process(.failed(error is ByteToMessageDecoderError ? .decoderStopped : .transport))
        }
    }

    /// Passes an event to the state machine and performs its actions.
    func process(_ event: HTTPConnectionState.Event) {
        var event = event
        while true {
            // A request handler that finishes in place calls this method again. Therefore the array is moved out while
            // it is in use, and `startHandler`, always the last action, is performed after the array was moved back.
            var actions: [HTTPConnectionState.Action] = []
            swap(&actions, &spareActions)
            state.handle(event, load: server.load, into: &actions)
            var started: IncomingRequest?
            for action in actions {
                if case .startHandler(let request) = action { started = request } else { perform(action) }
            }
            actions.removeAll(keepingCapacity: true)
            spareActions = actions
            guard let started else { return }
            startHandler(of: started)
            event = .handlerReturned
        }
    }

    private func perform(_ action: HTTPConnectionState.Action) {
        switch action {
        case .startHandler: break  // performed by `process`
        case .sendContinue: write(HTTPResponseWriter.continueResponse)
        case .sendReply(let request, let persistence): sendReply(to: request, persistence)
        case .sendRefusal(let refusal, let omitsBody, let persistence):
            send(writer.refusal(refusal, omittingBody: omitsBody, persistence), persistence)
        case .finishSending: writeLast(ByteBuffer())
        case .read: readIfWritable()
        case .startTimer(let timeout): startTimer(timeout)
        case .countInFlight: server.callsInFlight.add(1, ordering: .relaxed)
        case .uncountInFlight: server.callsInFlight.subtract(1, ordering: .relaxed)
        case .wakeHandler:
            wake?()
            wake = nil
        case .closeOutput: context?.close(mode: .output, promise: nil)
        case .close:
            flushIfNeeded()
            context?.close(mode: .all, promise: nil)
        }
    }

    /// Reads only while there is room for responses, so that a client that does not read cannot make the server hold
    /// more of them.
    private func readIfWritable() {
        guard let context else { return }
        if context.channel.isWritable { context.read() } else { isReadHeldForWrites = true }
    }

    private func sendReply(to request: IncomingRequest, _ persistence: HTTPResponseWriter.Persistence) {
        switch reply {
        case .rpc(let reply)?: send(writer.rpc(reply, persistence), persistence)
        case .plain(let reply)?: send(writer.plain(reply, omittingBody: request.isHead, persistence), persistence)
        case nil: break
        }
        reply = nil
    }

    private func send(_ response: ByteBuffer, _ persistence: HTTPResponseWriter.Persistence) {
        if persistence == .close { writeLast(response) } else { write(response) }
    }

    /// Writes now and flushes at the end of the loop's turn, together with other connections.
    private func write(_ buffer: ByteBuffer) {
        guard let context, let executor else { return }
        context.write(Self.wrapOutboundOut(buffer), promise: nil)
        guard !needsFlush else { return }
        needsFlush = true
        executor.flushBatch.value.add(self)
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        context?.flush()
    }

    private func writeLast(_ buffer: ByteBuffer) {
        guard let context, let loopBound else { return }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in loopBound.value.process(.lastResponseSent) }
        context.writeAndFlush(Self.wrapOutboundOut(buffer), promise: sent)
        needsFlush = false
    }

    private func startTimer(_ timeout: HTTPConnectionState.Timeout) {
        let time =
            switch timeout {
            case .idle: server.idleTime
            case .header: TimeAmount(server.limits.headerTime)
            case .linger: TimeAmount(server.limits.lingerTime)
            case .lastRequest: TimeAmount(server.limits.lastRequestTime)
            case .body(let time): TimeAmount(time)
            }
        if timer.start(after: time) { scheduleTimer() }
    }

    private func scheduleTimer() {
        guard let loopBound else { return }
        timer.schedule(on: loopBound.eventLoop) { loopBound.value.timerFired() }
    }

    private func timerFired() {
        guard let context else { return }
        guard timer.fired() else { return scheduleTimer() }
        let unsentBytes = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        process(.timedOut(unsentBytes: unsentBytes ?? 0))
    }

    /// Takes the handler's reply.
    func finishHandler(_ reply: HandlerReply) {
        self.reply = reply
        wake = nil
        process(.replyReady)
        self.reply = nil
    }

    func suspendSlot(_ wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        process(.slotSuspended)
    }

    func reclaimSlot() {
        wake = nil
        process(.slotReclaimed)
    }
}

/// The reply of a handler: of the router or of a plain endpoint.
enum HandlerReply: Sendable {
    case rpc(Reply)
    case plain(PlainReply)
}

/// The user event that every connection receives when its server is drained.
struct DrainStarted: Sendable {}
