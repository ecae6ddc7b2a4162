import NIOHTTP1

/// A request on its way in, and until it is answered: one object, so that handing it on copies nothing.
final class Incoming {
    let head: HTTPRequestHead
    let header: RequestHeader
    let destination: RouteTable.Destination
    var refusal: Refusal?
    var body: [UInt8] = []
    /// Bytes of body that came, kept or not.
    var received = 0

    init(_ head: HTTPRequestHead, _ header: RequestHeader, to destination: RouteTable.Destination) {
        self.head = head
        self.header = header
        self.destination = destination
        refusal = header.refusal
    }

    /// HTTP/1.1's way of ending an answer that does not end the connection, or 1.0's.
    var openEnding: AnswerWriter.Ending { head.version.isPersistent ? .open : .openAsAsked }

    /// The connection ends with this answer, as the caller wants it or as must be.
    var endsConnection: Bool { !head.isKeepAlive || header.asksForUpgrade }

    var isHead: Bool { head.method == .HEAD }
}
