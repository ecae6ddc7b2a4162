import NIOHTTP1

/// One request, from its header to its response.
///
/// It is an object, so that passing it from state to state copies nothing.
final class IncomingRequest {
    let head: HTTPRequestHead
    let headers: RequestHeaders
    let destination: RouteTable.Destination
    /// The reason for a refusal, if any. It is sent when the body has arrived, or at once if the server cannot wait for
    /// the body.
    var refusal: HTTPRefusal?
    var body: [UInt8] = []
    /// The body bytes that have arrived; those of a refused request are counted but not kept.
    var receivedBytes = 0

    init(_ head: HTTPRequestHead, routes: RouteTable) {
        self.head = head
        headers = RequestHeaders(head)
        destination = routes.destination(head.method, head.uri)
        refusal = headers.refusal
    }

    /// The `Connection` header of a response after which the connection stays open.
    var keepAlive: HTTPResponseWriter.Persistence { head.version.isAtLeastHTTP11 ? .keepAlive : .explicitKeepAlive }

    /// True if the connection must close after the response: the client asks for it, or asks for an upgrade, which this
    /// server never grants.
    var closesConnection: Bool { !head.isKeepAlive || headers.requestsUpgrade }

    /// True for HEAD, whose response has no body.
    var isHead: Bool { head.method == .HEAD }
}

extension IncomingRequest: Equatable {
    /// Compares what the client sent.
    static func == (a: IncomingRequest, b: IncomingRequest) -> Bool { a.head == b.head && a.body == b.body }
}
