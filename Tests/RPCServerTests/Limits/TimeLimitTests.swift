import JSONRPC
import Primitives
import RPCServer
import Testing

/// Tests the time limits with shortened values. A limit that a client must stay within is at least a second, so that a
/// busy machine does not exceed it.
@Suite struct TimeLimitTests {
    private static func header(length: Int) -> String {
        "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
    }

    private let clock = SteadyClock.system

    @Test func `a client that sends nothing is closed without a response`() async throws {
        try await ServerFixture.serve(limits: { $0.headerTime = .milliseconds(100) }) { fixture async throws in
            #expect(try fixture.connect().isClosed)
        }
    }

    @Test func `a header that takes too long is 408, even if it keeps arriving`() async throws {
        try await ServerFixture.serve(limits: {
            $0.headerTime = .seconds(1); $0.headerFields = 1000; $0.lingerTime = .milliseconds(50)
        }) { fixture async throws in
            let client = try fixture.connect()
            client.send("POST /rpc HTTP/1.1\r\n")
            var sentLines = 0
            while client.send("X-\(sentLines): 1\r\n"), sentLines < 500 {
                sentLines += 1
                pause(20)
            }
            #expect(sentLines < 500)
            let idle = try fixture.connect()
            idle.send("POST /rpc")
            let answer = try idle.response()
            #expect(answer.status == 408 && answer.closesConnection)
            #expect(idle.isClosed)
        }
    }

    @Test func `line breaks before a request do not extend its time`() async throws {
        try await ServerFixture.serve(limits: {
            $0.headerTime = .seconds(1); $0.lingerTime = .milliseconds(50)
        }) { fixture async throws in
            let client = try fixture.connect()
            client.send(post())
            #expect(try client.response().status == 200)
            var sentLines = 0
            while client.send("\r\n"), sentLines < 500 {
                sentLines += 1
                pause(20)
            }
            #expect(sentLines < 500)
        }
    }

    @Test func `a body that takes too long is 408`() async throws {
        let limits: (inout ServerLimits) -> Void = {
            $0.bodyTime = .milliseconds(150); $0.lingerTime = .milliseconds(50)
        }
        try await ServerFixture.serve(limits: limits) { fixture async throws in
            let client = try fixture.connect()
            client.send(Self.header(length: 1000) + "{")
            #expect(try client.response().status == 408)
            #expect(client.isClosed)
            let second = try fixture.connect()
            second.send(post())
            _ = try second.response()
            second.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n"
            )
            #expect(try second.response().status == 408)
        }
    }

    @Test func `a body must arrive at the minimum rate after the grace period`() async throws {
        let limits: (inout ServerLimits) -> Void = {
            $0.rateGrace = .seconds(1)
            $0.bytesPerSecond = 1000
            $0.bodyTime = .seconds(60)
            $0.lingerTime = .milliseconds(50)
        }
        try await ServerFixture.serve(limits: limits) { fixture async throws in
            // 10 bytes each 20 ms are half of the minimum rate: the client is cut off after about 2 s, long before the
            // 60 s.
            let slow = try fixture.connect()
            slow.send(Self.header(length: 50_000))
            var sent = 0
            while slow.send("0123456789"), sent < 10_000 {
                sent += 10
                pause(20)
            }
            #expect(sent < 10_000)
            // This client sends 2000 bytes at once, and then at four times the minimum rate, however rarely its thread
            // runs.
            let steady = try fixture.connect(), began = clock.now
            steady.send(Self.header(length: 10_000))
            var due = 2000
            sent = 0
            while sent < 10_000 {
                steady.send(String(repeating: "y", count: due - sent))
                sent = due
                pause(20)
                due = min(10_000, 2000 + Int((clock.now - began) / .milliseconds(1)) * 4)
            }
            #expect(try steady.response().body.count == 10_000)
        }
    }

    @Test func `an idle connection is closed after the idle time, not before`() async throws {
        try await ServerFixture.serve(limits: { $0.idleTime = .milliseconds(2500) }) { fixture async throws in
            let client = try fixture.connect()
            for _ in 1...6 {
                client.send(post())
                #expect(try client.response().status == 200)
                pause(500)
            }
            #expect(client.isClosed)
        }
    }

    @Test func `a handler may take longer than any time limit of a client`() async throws {
        let limits: (inout ServerLimits) -> Void = {
            $0.idleTime = .milliseconds(1500)
            $0.headerTime = .milliseconds(1500)
            $0.bodyTime = .milliseconds(1500)
        }
        let slow: @Sendable (RequestContext) async -> Reply = {
            try? await Task.sleep(for: .seconds(2))
            return Reply(body: $0.body)
        }
        try await ServerFixture.serve(limits: limits, answer: slow) { fixture async throws in
            let client = try fixture.connect()
            client.send(post("[1]") + post("[2]"))
            #expect(try client.response().text == "[1]")
            #expect(try client.response().text == "[2]")
            #expect(client.isClosed)
        }
    }

    @Test func `a client that never reads its responses is closed`() async throws {
        let big = [UInt8](repeating: 0x20, count: 4 << 20)
        try await ServerFixture.serve(limits: { $0.idleTime = .milliseconds(200) }, answer: { _ in Reply(body: big) }) {
            fixture async throws in
            let client = try fixture.connect(receiveBuffer: 4096)
            for _ in 1...20 { client.send(post()) }
            for _ in 1...400 where fixture.server.connectionCount > 0 { pause(50) }
            #expect(fixture.server.connectionCount == 0)
            #expect(client.isGone)
        }
    }

    @Test func `a client that reads slowly but steadily gets its whole response`() async throws {
        let big = [UInt8](repeating: 0x20, count: 24 << 20)
        let limits: (inout ServerLimits) -> Void = { $0.idleTime = .milliseconds(1500) }
        try await ServerFixture.serve(limits: limits, answer: { _ in Reply(body: big) }) { fixture async throws in
            let client = try fixture.connect(receiveBuffer: 65_536), began = clock.now
            client.send(post())
            // Reads 3 MB a second for three times the idle time, however rarely this thread runs, and then the rest.
            while case let time = clock.now - began, time < .milliseconds(4500) {
                client.receive(atLeast: Int(time / .milliseconds(1)) * 3000)
                pause(50)
            }
            #expect(try client.response().body.count == big.count)
        }
    }
}
