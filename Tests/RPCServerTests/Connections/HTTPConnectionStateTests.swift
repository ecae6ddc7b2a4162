import JSONRPC
import NIOCore
import NIOHTTP1
import Testing

@testable import RPCServer

/// Tests the state machine alone, without sockets and clocks: gives it events and compares its actions.
@Suite struct HTTPConnectionStateTests {
    private typealias Action = HTTPConnectionState.Action

    @Test func `an accepted connection starts the header timer, a refused one gets its refusal, a dropped one closes`()
    {
        var accepted = StateFixture(), refused = StateFixture(), dropped = StateFixture()
        #expect(accepted.handle(.opened(.accepted)) == [.startTimer(.header)])
        #expect(
            refused.handle(.opened(.refused(.overloaded)))
                == [.startTimer(.idle), .sendRefusal(.overloaded, omitsBody: false, .close)])
        #expect(dropped.handle(.opened(.dropped)) == [.close])
    }

    /// The other tests compare requests with this `==`.
    @Test func `requests with the same header and different bodies are different`() {
        #expect(request(postParts("[1]")) == request(postParts("[1]")))
        #expect(request(postParts("[1]")) != request(postParts("[2]")))
    }

    /// The parser refuses most of these before the state sees them; a request must not depend on the parser alone.
    @Test(arguments: ["2\r\nContent-Length: 2", "2\r\nContent-Length: 3", "+2", "", "1234567890123456789"])
    func `a second or malformed length is refused without the help of the parser`(length: String) {
        var connection = StateFixture()
        connection.handle(.opened(.accepted))
        let actions = connection.receive([
            head("POST", "/rpc", "Content-Type: application/json\r\nContent-Length: \(length)\r\n")
        ])
        #expect(actions.contains(.sendRefusal(.malformed, omitsBody: false, .close)))
    }

    @Test func `a request whose handler does not suspend is answered before the next read`() {
        var connection = StateFixture()
        connection.handle(.opened(.accepted))
        let request = request(postParts("[1]"))
        #expect(connection.receive(postParts("[1]")) == [.startHandler(request)])
        #expect(connection.handle(.replyReady) == [.sendReply(to: request, .keepAlive)])
        #expect(connection.handle(.handlerReturned) == [])
        #expect(connection.handle(.readComplete) == [.startTimer(.idle)])
        #expect(connection.handle(.readRequested) == [.read])
        #expect(connection.state.phase == .idle)
    }

    @Test func `a suspended handler counts as in flight, and nothing is read meanwhile`() {
        var connection = idleConnection()
        let request = request(postParts("[1]"))
        connection.receive(postParts("[1]"))
        #expect(connection.handle(.handlerReturned) == [.countInFlight])
        #expect(connection.handle(.readComplete) == [])
        #expect(connection.handle(.readRequested) == [])
        #expect(
            connection.handle(.replyReady)
                == [.uncountInFlight, .sendReply(to: request, .keepAlive), .startTimer(.idle), .read])
    }

    @Test func `pipelined requests are handled one after the other, in order`() {
        var connection = idleConnection()
        connection.receive(postParts("[1]"))
        connection.handle(.handlerReturned)
        connection.receive(postParts("[2]"))
        connection.receive(getParts("/no"))
        connection.receive(postParts("[3]"))
        let replied = connection.handle(.replyReady)
        #expect(
            replied == [
                .uncountInFlight, .sendReply(to: request(postParts("[1]")), .keepAlive),
                .startHandler(request(postParts("[2]"))),
            ])
        // The second handler does not suspend: the refusal and the third request follow without a new read.
        #expect(connection.handle(.replyReady) == [.sendReply(to: request(postParts("[2]")), .keepAlive)])
        #expect(
            connection.handle(.handlerReturned) == [
                .sendRefusal(.notFound, omitsBody: false, .keepAlive), .startHandler(request(postParts("[3]"))),
            ])
        #expect(connection.handle(.replyReady) == [.sendReply(to: request(postParts("[3]")), .keepAlive)])
        #expect(connection.handle(.handlerReturned) == [.startTimer(.idle)])
    }

    @Test func `a client with too many pipelined requests gets the responses to the accepted ones, then 503`() {
        var connection = idleConnection { $0.pipelinedRequests = 1 }
        connection.receive(postParts("[1]"))
        connection.handle(.handlerReturned)
        for _ in 1...3 { connection.receive(postParts("[2]")) }
        connection.handle(.replyReady)
        connection.handle(.replyReady)
        #expect(
            connection.handle(.handlerReturned)
                == [.startTimer(.idle), .sendRefusal(.overloaded, omitsBody: false, .close)])
        #expect(connection.receive(postParts("[3]")) == [])
    }

    @Test func `a pipelined request whose end was not accepted gets 503, and no later request is taken for it`() {
        var connection = idleConnection { $0.pipelinedRequests = 1 }
        connection.receive(postParts("[1]"))
        connection.handle(.handlerReturned)
        connection.receive(getParts("/no"))
        connection.receive(postParts("[2]"))
        #expect(
            connection.handle(.replyReady) == [
                .uncountInFlight, .sendReply(to: request(postParts("[1]")), .keepAlive),
                .sendRefusal(.notFound, omitsBody: false, .keepAlive), .startTimer(.idle),
                .sendRefusal(.overloaded, omitsBody: false, .close),
            ])
        #expect(connection.receive(postParts("[3]")) == [])
    }

    @Test func `bytes that are not HTTP are refused after the requests before them are answered`() {
        var connection = idleConnection()
        connection.receive(postParts("[1]"))
        connection.handle(.handlerReturned)
        #expect(connection.handle(.failed(.invalidRequest(.malformed))) == [])
        #expect(
            connection.handle(.replyReady) == [
                .uncountInFlight, .sendReply(to: request(postParts("[1]")), .keepAlive), .startTimer(.idle),
                .sendRefusal(.malformed, omitsBody: false, .close),
            ])
        #expect(connection.handle(.failed(.invalidRequest(.malformed))) == [])
        #expect(connection.handle(.failed(.decoderStopped)) == [])
        #expect(connection.handle(.failed(.transport)) == [.close])
    }

    @Test(arguments: [
        ("Connection: close\r\n", HTTPVersion.http1_1), ("", .http1_0), ("Upgrade: h2c\r\n", .http1_1),
    ])
    func `a connection is closed right after the response if its request asks for that or for an upgrade`(
        header: String, version: HTTPVersion
    ) {
        var connection = idleConnection()
        var parts = postParts("[1]", header)
        if case .head(var head) = parts[0] {
            head.version = version
            parts[0] = .head(head)
        }
        connection.receive(parts)
        #expect(
            connection.handle(.replyReady) == [.startTimer(.idle), .sendReply(to: request(parts), .close)])
        #expect(connection.handle(.lastResponseSent) == [.close])
    }

    @Test func `an HTTP 1.0 client that asks for it may keep its connection`() {
        var connection = idleConnection()
        var parts = postParts("[1]", "Connection: keep-alive\r\n")
        if case .head(var head) = parts[0] {
            head.version = .http1_0
            parts[0] = .head(head)
        }
        connection.receive(parts)
        #expect(connection.handle(.replyReady) == [.sendReply(to: request(parts), .explicitKeepAlive)])
    }

    @Test func `a read that was requested during a request is performed once the last response is sent`() {
        var connection = idleConnection()
        connection.receive(postParts("[1]"))
        connection.handle(.handlerReturned)
        #expect(connection.handle(.readRequested) == [])
        connection.handle(.failed(.invalidRequest(.malformed)))
        connection.handle(.replyReady)
        #expect(connection.handle(.lastResponseSent) == [.closeOutput, .startTimer(.linger), .read])
    }

    @Test func `a slow header is 408, a silent connection is closed without a response`() {
        var silent = StateFixture(), slow = StateFixture(), next = idleConnection()
        silent.handle(.opened(.accepted))
        #expect(silent.handle(.timedOut(unsentBytes: 0)) == [.close])
        slow.handle(.opened(.accepted))
        #expect(slow.handle(.readComplete) == [])
        #expect(slow.handle(.readComplete) == [])
        #expect(slow.handle(.timedOut(unsentBytes: 0)).last == .sendRefusal(.timeout, omitsBody: false, .close))
        #expect(next.handle(.readComplete) == [.startTimer(.header)])
        #expect(next.handle(.timedOut(unsentBytes: 0)).last == .sendRefusal(.timeout, omitsBody: false, .close))
    }

    @Test func `a body gets the grace period, and then more time for the bytes that have arrived`() {
        var connection = idleConnection {
            $0.rateGrace = .seconds(1)
            $0.bytesPerSecond = 10
            $0.bodyTime = .seconds(60)
        }
        let parts = postParts(String(repeating: " ", count: 100))
        connection.receive([parts[0]])
        #expect(connection.handle(.readComplete) == [.startTimer(.body(.seconds(1)))])
        connection.receive([.body(ByteBuffer(string: String(repeating: " ", count: 20)))])
        #expect(connection.handle(.readComplete) == [])
        #expect(connection.handle(.timedOut(unsentBytes: 0)) == [.startTimer(.body(.seconds(2)))])
        #expect(connection.handle(.timedOut(unsentBytes: 0)).last == .sendRefusal(.timeout, omitsBody: false, .close))
    }

    @Test(arguments: [0, 1])
    func `at one byte a second a body gets a second for each byte, and a lower rate counts as one`(rate: Int) {
        var connection = idleConnection {
            $0.rateGrace = .seconds(1)
            $0.bytesPerSecond = rate
            $0.bodyTime = .seconds(60)
        }
        connection.receive([postParts(String(repeating: " ", count: 100))[0]])
        connection.handle(.readComplete)
        connection.receive([.body(ByteBuffer(string: String(repeating: " ", count: 20)))])
        #expect(connection.handle(.timedOut(unsentBytes: 0)) == [.startTimer(.body(.seconds(20)))])
    }

    @Test func `a handler may take longer than any timer`() {
        var connection = idleConnection()
        connection.receive(postParts())
        connection.handle(.handlerReturned)
        #expect(connection.handle(.timedOut(unsentBytes: 0)) == [])
    }

    @Test func `a slow reader is kept while it reads, and closed when it stops`() {
        var connection = idleConnection {
            $0.idleTime = .seconds(1)
            $0.bytesPerSecond = 100
        }
        #expect(connection.handle(.timedOut(unsentBytes: 1000)) == [.startTimer(.idle)])
        #expect(connection.handle(.timedOut(unsentBytes: 900)) == [.startTimer(.idle)])
        var other = connection
        #expect(connection.handle(.timedOut(unsentBytes: 801)) == [.close])
        // What is unsent of the next response is not compared with the one before.
        other.receive(postParts("[2]"))
        other.handle(.replyReady)
        #expect(other.handle(.timedOut(unsentBytes: 5000)) == [.startTimer(.idle)])
    }

    @Test func `a body beyond the limit is refused before all of it has arrived`() {
        var announced = idleConnection { $0.bodyBytes = 4 }, chunked = idleConnection { $0.bodyBytes = 4 }
        #expect(
            announced.receive(postParts("12345"))
                == [.startTimer(.idle), .sendRefusal(.bodyTooLarge, omitsBody: false, .close)])
        chunked.receive([head("POST", "/rpc", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")])
        #expect(chunked.receive([.body(ByteBuffer(string: "1234"))]) == [])
        #expect(
            chunked.receive([.body(ByteBuffer(string: "5"))])
                == [.startTimer(.idle), .sendRefusal(.bodyTooLarge, omitsBody: false, .close)])
    }

    @Test func `a client with Expect gets 100 Continue, or a refusal before it sends the body`() {
        var connection = idleConnection(), refused = idleConnection()
        #expect(connection.receive([postParts("[1]", "Expect: 100-continue\r\n")[0]]) == [.sendContinue])
        let other = "Expect: 100-continue\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n"
        #expect(
            refused.receive([head("POST", "/rpc", other)])
                == [.startTimer(.idle), .sendRefusal(.unsupportedType, omitsBody: false, .close)])
    }

    @Test func `an overloaded server refuses requests and keeps their connections`() {
        var connection = idleConnection()
        connection.load.isOverloaded = true
        #expect(connection.receive(postParts()) == [.sendRefusal(.overloaded, omitsBody: false, .keepAlive)])
        connection.load.isOverloaded = false
        #expect(connection.receive(postParts()) == [.startHandler(request(postParts()))])
    }

    @Test func `a refusal of HEAD has no body`() {
        var connection = idleConnection()
        #expect(
            connection.receive([head("HEAD", "/no", ""), .end(nil)])
                == [.sendRefusal(.notFound, omitsBody: true, .keepAlive)])
    }

    @Test func `a long poll gives up its slot while it waits`() {
        var connection = idleConnection()
        connection.receive(postParts())
        #expect(connection.handle(.slotSuspended) == [])
        #expect(connection.handle(.handlerReturned) == [])
        #expect(connection.handle(.slotReclaimed) == [.countInFlight])
        #expect(connection.handle(.slotSuspended) == [.uncountInFlight])
        #expect(connection.handle(.slotReclaimed) == [.countInFlight])
        #expect(connection.handle(.replyReady).first == .uncountInFlight)
    }

    @Test func `a waiting handler is woken when its client closes or half-closes, or the server drains`() {
        var halfClosed = idleConnection(), closed = idleConnection(), draining = idleConnection()
        halfClosed.receive(postParts())
        halfClosed.handle(.slotSuspended)
        halfClosed.handle(.handlerReturned)
        #expect(halfClosed.handle(.inputClosed) == [.wakeHandler])
        #expect(halfClosed.handle(.slotReclaimed) == [.countInFlight])
        closed.receive(postParts())
        closed.handle(.slotSuspended)
        #expect(closed.handle(.closed) == [.wakeHandler])
        #expect(closed.handle(.replyReady) == [])
        draining.receive(postParts())
        draining.handle(.drainStarted)
        #expect(draining.handle(.slotSuspended) == [.wakeHandler])
    }

    @Test func `the call of a client that disconnects stays counted until its handler ends`() {
        var connection = idleConnection()
        connection.receive(postParts())
        connection.handle(.handlerReturned)
        #expect(connection.handle(.closed) == [])
        #expect(connection.handle(.replyReady) == [.uncountInFlight])
        #expect(connection.handle(.timedOut(unsentBytes: 0)) == [])
    }
}
