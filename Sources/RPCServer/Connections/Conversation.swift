import JSONRPC
import NIOCore
import NIOHTTP1
import Synchronization

/// One connection: takes requests apart, has them answered one after the other, and keeps its time.
///
/// A request that is answered without suspending costs no hop, no timer and one write. While one is being answered
/// nothing more is read, so what a caller can make us hold is one read and one body.
final class Conversation: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    enum Phase: Sendable {
        /// Just connected; nothing has come.
        case fresh
        /// Between requests.
        case idle
        /// Part of a header has come.
        case head
        /// The header is known, the body still coming.
        case body
        /// A handler has it.
        case answering
        /// Told no; what still comes is swallowed.
        case lingering
        case closed
    }

    let house: House
    let isLocal: Bool
    var phase = Phase.fresh
    /// The request that is coming or being answered.
    var incoming: Incoming?
    /// Parts that came while a request was being answered.
    var waiting = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 4)
    /// What stands in the way after the requests in `waiting`: bytes that are no HTTP.
    var failure: Refusal?
    var writer = AnswerWriter()
    var served = 0
    /// The next answer is the last.
    var endsAfterAnswer = false
    /// The handler of this request has returned to the loop without an answer.
    var hasSuspended = false
    /// This request is counted as in flight.
    var isCounted = false
    /// Wakes the call that is being answered, while it waits for something to happen.
    var wake: (@Sendable () -> Void)?
    var place: ConversationPlace?
    private var isReadHeld = false
    /// Something is written and waits for the loop's turn to end.
    private var mustSend = false
    private var hasPartInRead = false

    var context: ChannelHandlerContext?
    var me: NIOLoopBound<Conversation>?
    var executor: LoopExecutor?
    /// The caller's address as text, and whose allowance it uses.
    var peer = ""
    var peerIsProxy = false
    private var allowance: AddressBits?

    // Conversation+Time
    var timer: Scheduled<Void>?
    var timerAt = NIODeadline.distantFuture
    var deadline = NIODeadline.distantFuture
    var bodyBegan = NIODeadline.distantFuture
    var unsentBefore = 0

    init(_ house: House, isLocal: Bool) {
        self.house = house
        self.isLocal = isLocal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let me = NIOLoopBound(self, eventLoop: context.eventLoop)
        self.me = me
        place = ConversationPlace(me)
        executor = house.threads.executor(of: context.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        phase = .closed
        timer?.cancel()
        waiting.removeAll()
        self.context = nil
        me = nil
        place = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        if !isLocal, let text = context.channel.remoteAddress?.ipAddress {
            let address = AddressBits(text)
            peer = text
            peerIsProxy = house.proxies.includes(address)
            allowance = peerIsProxy ? nil : address?.household
        }
        switch house.ledger.enter(context.channel, peer: allowance) {
        case .welcome: arm(at: .now() + house.headerTime)
        case .refused(let refusal): refuse(refusal)
        case .dropped: close()
        }
        if isLocal { checkOwner(of: context.channel) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        wakeWaiting()
        house.ledger.leave(context.channel, peer: allowance)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasPartInRead = true
        let part = unwrapInboundIn(data)
        switch phase {
        case .fresh, .idle, .head, .body: take(part)
        case .answering: hold(part)
        case .lingering, .closed: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switch phase {
        case .fresh: phase = .head
        case .idle:
            if hasPartInRead {
                arm(at: .now() + house.idleTime)
            } else {
                phase = .head
                arm(at: .now() + house.headerTime)
            }
        case .body: watchBody()
        case .head, .answering, .lingering, .closed: break
        }
        hasPartInRead = false
    }

    /// Asks for more only while there is room: not during an answer, and not before the last ones are on their way.
    func read(context: ChannelHandlerContext) {
        if phase == .answering || !context.channel.isWritable {
            isReadHeld = true
        } else {
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { readOn() }

    func readOn() {
        guard isReadHeld, phase != .answering, let context, context.channel.isWritable else { return }
        isReadHeld = false
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is Farewell {
            if phase == .fresh || phase == .idle { close() } else { endsAfterAnswer = true }
        } else if case .inputClosed? = event as? ChannelEvent {
            switch phase {
            case .fresh, .head, .lingering: close()
            case .idle: writeLast(ByteBuffer(), lingering: false)
            case .body: endsAfterAnswer = true
            case .answering:
                endsAfterAnswer = true
                wakeWaiting()
            case .closed: break
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A decoder that has failed says so again with every further read: what a refused caller still sends.
        if phase == .lingering, error is ByteToMessageDecoderError { return }
        guard error is HTTPParserError else { return close() }
        let overflow = (error as? HTTPParserError) == .headerOverflow
        let refusal = overflow ? Refusal.headerTooLarge : .unreadable
        switch phase {
        case .fresh, .idle, .head, .body: refuse(refusal)
        case .answering: failure = refusal
        case .lingering, .closed: break
        }
    }

    /// Writes now; sends at the end of the loop's turn, together with other answers.
    func write(_ buffer: ByteBuffer) {
        guard let context, let executor else { return }
        context.write(Self.wrapOutboundOut(buffer), promise: nil)
        guard !mustSend else { return }
        mustSend = true
        executor.departures.value.add(self)
    }

    /// Sends what is written.
    func send() {
        guard mustSend else { return }
        mustSend = false
        context?.flush()
    }

    /// Writes the last answer; closes when it has gone out.
    func writeLast(_ buffer: ByteBuffer, lingering: Bool) {
        guard let context, let me else { return }
        phase = .lingering
        waiting.removeAll()
        incoming = nil
        arm(at: .now() + house.idleTime)
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in
            let conversation = me.value
            if lingering { conversation.closeOutput() } else { conversation.close() }
        }
        context.writeAndFlush(Self.wrapOutboundOut(buffer), promise: sent)
        mustSend = false
    }

    private func closeOutput() {
        guard phase == .lingering, let context else { return }
        context.close(mode: .output, promise: nil)
        arm(at: .now() + TimeAmount(house.limits.lingerTime))
        readOn()
    }

    func close() {
        guard phase != .closed else { return }
        send()
        phase = .closed
        context?.close(mode: .all, promise: nil)
    }
}

/// Told to every connection of a server that is being drained.
struct Farewell: Sendable {}
