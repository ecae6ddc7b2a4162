import JSONRPC
import NIOCore
import NIOHTTP1
import Testing

@testable import RPCServer

/// How a connection ends, in the state machine alone, without sockets and clocks.
@Suite struct ClosingConnectionTests {
    @Test func `after the last response the sending side closes, and what the client still sends is discarded`() {
        var connection = idleConnection()
        #expect(
            connection.handle(.failed(.invalidRequest(.headerTooLarge)))
                == [.startTimer(.idle), .sendRefusal(.headerTooLarge, omitsBody: false, .close)])
        #expect(connection.handle(.lastResponseSent) == [.closeOutput, .startTimer(.linger)])
        #expect(connection.receive(postParts()) == [])
        #expect(connection.handle(.timedOut(unsentBytes: 0)) == [.close])
        #expect(connection.handle(.lastResponseSent) == [])
    }

    @Test func `the last request of a connection is answered with close`() {
        var connection = idleConnection { $0.requestsPerConnection = 2 }
        connection.receive(postParts("[1]"))
        #expect(
            connection.handle(.replyReady)
                == [.startTimer(.idle), .sendReply(to: request(postParts("[1]")), .close)])
    }

    @Test
    func `during shutdown a connection answers the requests that have arrived, and closes with the last response`() {
        var connection = idleConnection()
        connection.load.isShuttingDown = true
        connection.receive(postParts("[1]"))
        connection.handle(.handlerReturned)
        connection.receive(postParts("[2]"))
        #expect(
            connection.handle(.replyReady).contains(.sendReply(to: request(postParts("[1]")), .keepAlive)))
        #expect(
            connection.handle(.replyReady) == [
                .startTimer(.idle), .sendReply(to: request(postParts("[2]")), .close),
            ])
    }

    @Test func `draining closes idle connections and lets open requests finish`() {
        var idle = idleConnection(), busy = idleConnection(), reading = idleConnection()
        #expect(idle.handle(.drainStarted) == [.startTimer(.idle), .finishSending])
        #expect(idle.handle(.lastResponseSent) == [.closeOutput, .startTimer(.linger)])
        #expect(idle.handle(.inputClosed) == [.close])
        busy.receive(postParts("[1]"))
        #expect(busy.handle(.drainStarted) == [])
        #expect(busy.handle(.replyReady).last == .sendReply(to: request(postParts("[1]")), .close))
        #expect(reading.handle(.readComplete) == [.startTimer(.header)])
        #expect(reading.handle(.drainStarted) == [])
        reading.receive(postParts("[2]"))
        #expect(reading.handle(.replyReady).last == .sendReply(to: request(postParts("[2]")), .close))
    }

    @Test func `a connection without a request has time for one when the server drains`() {
        var silent = StateFixture(), late = StateFixture(), accepted = StateFixture()
        silent.handle(.opened(.accepted))
        #expect(silent.handle(.drainStarted) == [.startTimer(.lastRequest)])
        #expect(silent.handle(.timedOut(unsentBytes: 0)) == [.close])
        late.handle(.opened(.accepted))
        late.handle(.drainStarted)
        late.receive(postParts("[1]"))
        #expect(late.handle(.replyReady).last == .sendReply(to: request(postParts("[1]")), .close))
        #expect(accepted.handle(.opened(.acceptedForOneRequest)) == [.startTimer(.lastRequest)])
        accepted.receive(postParts("[2]"))
        #expect(accepted.handle(.replyReady).last == .sendReply(to: request(postParts("[2]")), .close))
    }

    @Test func `a half-closed client still gets the response it waits for`() {
        var idle = idleConnection(), busy = idleConnection(), reading = idleConnection(), fresh = StateFixture()
        #expect(fresh.handle(.inputClosed) == [.close])
        #expect(idle.handle(.inputClosed) == [.startTimer(.idle), .finishSending])
        #expect(idle.handle(.lastResponseSent) == [.close])
        busy.receive(postParts("[1]"))
        #expect(busy.handle(.inputClosed) == [])
        #expect(busy.handle(.replyReady).last == .sendReply(to: request(postParts("[1]")), .close))
        reading.handle(.readComplete)
        #expect(reading.handle(.inputClosed) == [.startTimer(.idle), .finishSending])
        #expect(reading.handle(.lastResponseSent) == [.close])
    }

    @Test func `a client that half-closes inside a body gets the responses before it, and the connection closes`() {
        var ended = idleConnection(), invalid = idleConnection()
        for part in 0..<2 {
            ended.receive([postParts("[1]")[part]])
            invalid.receive([postParts("[1]")[part]])
        }
        #expect(ended.handle(.inputClosed) == [.startTimer(.idle), .finishSending])
        #expect(ended.handle(.lastResponseSent) == [.close])
        invalid.handle(.failed(.invalidRequest(.malformed)))
        #expect(invalid.handle(.inputClosed) == [])
        #expect(invalid.handle(.lastResponseSent) == [.close])
    }

    @Test func `a half-close while the last response is sent ends the connection once it is sent`() {
        var connection = idleConnection()
        connection.load.isShuttingDown = true
        connection.receive(postParts("[1]"))
        connection.handle(.replyReady)
        #expect(connection.handle(.inputClosed) == [])
        #expect(connection.handle(.lastResponseSent) == [.close])
    }
}
