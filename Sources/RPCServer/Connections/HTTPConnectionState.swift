import JSONRPC
import NIOCore
import NIOHTTP1

/// The state of one HTTP/1.1 connection, as a pure state machine: events in, actions out.
///
/// It does no I/O, has no clock and holds no locks; `HTTPConnectionHandler` translates NIO's events and performs the
/// actions. Requests are handled one after the other. While a request is being handled nothing more is read, so that a
/// client can make the server hold at most one body and the bytes of one read.
struct HTTPConnectionState {
    enum Phase: Equatable {
        /// Accepted; no byte has arrived yet.
        case connected
        /// Between two requests.
        case idle
        /// Part of a header has arrived.
        case readingHeader
        /// The header is complete, the body is not.
        case readingBody(IncomingRequest)
        /// A handler is working on the request.
        case handling(IncomingRequest)
        /// The last response is being sent, or has been sent and the connection lingers. What the client still sends is
        /// discarded. `lingers` is true if the connection stays open for `lingerTime` after the last response.
        case closing(lingers: Bool)
        case closed
    }

    enum Event {
        /// The connection was accepted, refused or dropped by the registry.
        case opened(ConnectionRegistry.AcceptDecision)
        case received(HTTPServerRequestPart)
        /// All parts of one read have been received.
        case readComplete
        /// NIO asks for permission to read more.
        case readRequested
        /// The client has closed its sending side.
        case inputClosed
        case failed(Failure)
        /// The server has stopped listening, or has a new certificate: the connection closes as soon as no request is open, or,
        /// if it never had one, after one.
        case drainStarted
        /// The handler has returned to the event loop, after `replyReady` or suspended.
        case handlerReturned
        /// The handler's reply is ready: before `handlerReturned` if the handler did not suspend, later if it did.
        case replyReady
        /// The handler begins to wait for something to happen (a long poll); until `slotReclaimed` it does not count as
        /// in flight.
        case slotSuspended
        /// The wait that began with `slotSuspended` is over.
        case slotReclaimed
        /// The timer has fired; `unsentBytes` is what the client has not read yet.
        case timedOut(unsentBytes: Int)
        /// The last response has been sent, or could not be.
        case lastResponseSent
        /// The channel is closed.
        case closed
    }

    enum Failure: Equatable {
        /// The bytes are not a well-formed request, or the header is too large.
        case invalidRequest(HTTPRefusal)
        /// The decoder has stopped and repeats its error for all that still arrives.
        case decoderStopped
        /// The transport failed.
        case transport
    }

    enum Action: Equatable {
        /// Starts the handler; always the last action. `handlerReturned` must follow it.
        case startHandler(IncomingRequest)
        /// Writes `100 Continue`.
        case sendContinue
        /// Writes the handler's reply. After `.close`, and after a refusal with `.close`, everything is flushed and
        /// `lastResponseSent` is reported.
        case sendReply(to: IncomingRequest, HTTPResponseWriter.Persistence)
        case sendRefusal(HTTPRefusal, omitsBody: Bool, HTTPResponseWriter.Persistence)
        /// Flushes what is written and reports `lastResponseSent`.
        case finishSending
        case read
        case startTimer(Timeout)
        /// Counts the request among the server's calls in flight.
        case countInFlight
        case uncountInFlight
        /// Wakes the handler that waits without a slot: the client has gone or closed its sending side, or the server had
        /// begun to drain before the wait began.
        case wakeHandler
        /// Closes the sending side only.
        case closeOutput
        case close
    }

    /// The time limits of `ServerLimits`, by what they limit.
    enum Timeout: Equatable {
        case header
        case idle
        case linger
        case lastRequest
        case body(Duration)
    }

    /// The state of the server that a connection's decisions depend on.
    struct ServerLoad {
        /// True if as many calls are in flight as `ServerLimits` allows.
        var isOverloaded = false
        /// True while the server shuts down; each response that leaves no buffered request then closes its connection.
        var isShuttingDown = false
    }

    let limits: ServerLimits
    let routes: RouteTable
    var phase = Phase.connected
    /// Parts that arrived while a request was being handled.
    var bufferedParts = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 4)
    /// The refusal to send once the buffered requests have been answered.
    var bufferedRefusal: HTTPRefusal?
    /// True while buffered parts are being processed, which includes the handling of a buffered request.
    var isProcessingBuffered = false
    var requestCount = 0
    /// The connection closes after the next response that leaves no buffered request.
    var closesAfterResponse = false
    /// The last response was sent, so that the connection is closed or lingers.
    var isLastResponseSent = false
    /// A read was requested while a request was being handled.
    var isReadPending = false
    /// The current read has brought at least one complete part.
    var hasPartInRead = false
    /// The handler has returned without a reply.
    var isSuspended = false
    /// The suspended handler has given up its slot.
    var isSlotSuspended = false
    /// The request is counted among the calls in flight.
    var isCounted = false
    /// The time the body has been granted so far; nil before its timer was started.
    var bodyTimeGranted: Duration?
    /// The unsent bytes when the timer last fired.
    var lastUnsentBytes = 0

    init(limits: ServerLimits, routes: RouteTable) {
        self.limits = limits
        self.routes = routes
    }

    /// Handles one event and appends the actions to perform, in order.
    ///
    /// The caller reuses the array's memory, because this is called about seven times for each request.
    ///
    /// - Parameter load: read only where it decides something.
    mutating func handle(_ event: Event, load: @autoclosure () -> ServerLoad, into actions: inout [Action]) {
        switch event {
        case .opened(let decision): opened(decision, &actions)
        case .received(let part): received(part, load, &actions)
        case .readComplete: readComplete(&actions)
        case .readRequested: readRequested(&actions)
        case .inputClosed: inputClosed(&actions)
        case .failed(let failure): failed(failure, &actions)
        case .drainStarted: drainStarted(&actions)
        case .handlerReturned: handlerReturned(load, &actions)
        case .replyReady: replyReady(load, &actions)
        case .slotSuspended: slotSuspended(&actions)
        case .slotReclaimed: slotReclaimed(&actions)
        case .timedOut(let unsentBytes): timedOut(unsentBytes, &actions)
        case .lastResponseSent: lastResponseSent(&actions)
        case .closed: closed(&actions)
        }
    }
}
