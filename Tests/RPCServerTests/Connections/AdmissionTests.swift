import JSONRPC
import RPCServer
import Support
import Synchronization
import Testing

@Suite struct AdmissionTests {
    @Test func `each address has its own limit of connections`() async throws {
        try await ServerFixture.serve(limits: { $0.connectionsPerLoopback = 3 }) { fixture async throws in
            var held: [RawClient] = []
            for _ in 1...3 {
                let client = try fixture.connect(from: "127.0.0.2")
                client.send(post())
                #expect(try client.response().status == 200)
                held.append(client)
            }
            let fourth = try fixture.connect(from: "127.0.0.2")
            let refusal = try fourth.response()
            #expect(refusal.status == 429 && refusal.closesConnection && refusal["Retry-After"] != nil)
            let other = try fixture.connect(from: "127.0.0.3")
            other.send(post())
            #expect(try other.response().status == 200)
            // A connection that closes makes room for another, and the refused one no longer counts once it is closed.
            held.removeLast()
            fourth.endSending()
            #expect(fourth.isClosed)
            var status = 429
            for _ in 1...100 where status != 200 {
                pause(10)
                let again = try fixture.connect(from: "127.0.0.2")
                again.send(post())
                status = (try? again.response().status) ?? 0
                again.endSending()
            }
            #expect(status == 200)
        }
    }

    @Test func `above the limit of all connections a new connection gets 503 with Retry-After`() async throws {
        try await ServerFixture.serve(limits: { $0.connections = 2 }) { fixture async throws in
            let first = try fixture.connect(), second = try fixture.connect()
            for client in [first, second] {
                client.send(post())
                #expect(try client.response().status == 200)
            }
            let refusal = try fixture.connect().response()
            #expect(refusal.status == 503 && refusal["Retry-After"] != nil && refusal.closesConnection)
            first.send(post())
            #expect(try first.response().status == 200)
        }
    }

    @Test func `above the limit of calls in flight a request gets 503 and its connection stays open`() async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        try await ServerFixture.serve(limits: { $0.callsInFlight = 2 }, answer: answer) { fixture async throws in
            let busy = [try fixture.connect(), try fixture.connect()]
            for client in busy { client.send(post("[1]")) }
            await gate.waitForArrivals(2)
            // A call counts once its handler has returned to the event loop, which is shortly after its arrival.
            try await waitUntil { fixture.server.callsInFlight >= 2 }
            let client = try fixture.connect()
            client.send(post("[2]"))
            let refusal = try client.response()
            #expect(refusal.status == 503 && refusal["Retry-After"] != nil && !refusal.closesConnection)
            gate.open()
            for client in busy { #expect(try client.response().text == "[1]") }
            client.send(post("[2]"))
            #expect(try client.response().text == "[2]")
        }
    }

    @Test(arguments: [false, true])
    func `calls that wait do not count as in flight`(afterOtherWork: Bool) async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = { context in
            if context.body == Array("[1]".utf8) {
                if afterOtherWork { await Task.detached {}.value }
                await context.waiting(wake: {}) { await gate.pass() }
            }
            return Reply(body: context.body)
        }
        try await ServerFixture.serve(limits: { $0.callsInFlight = 1 }, answer: answer) { fixture async throws in
            let waiting = try fixture.connect()
            waiting.send(post("[1]"))
            await gate.waitForArrivals(1)
            #expect(try fixture.send(post("[2]")).text == "[2]")
            gate.open()
            #expect(try waiting.response().text == "[1]")
            waiting.send(post("[2]"))
            #expect(try waiting.response().text == "[2]")
        }
    }

    @Test(arguments: [true, false])
    func `a waiting call ends when its client closes, and its slot becomes free`(isHalfClosed: Bool) async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = { context in
            if context.body == Array("[1]".utf8) { await context.waiting(wake: { gate.open() }) { await gate.pass() } }
            return Reply(body: context.body)
        }
        try await ServerFixture.serve(limits: { $0.callsInFlight = 1 }, answer: answer) { fixture async throws in
            var client: RawClient? = try fixture.connect()
            client?.send(post("[1]"))
            await gate.waitForArrivals(1)
            if isHalfClosed {
                client?.endSending()
                #expect(try client?.response().text == "[1]")
            } else {
                client = nil
                await gate.pass()
            }
            // A call's slot is free once its handler has returned to the event loop, which is shortly after its end.
            try await waitUntil { fixture.server.callsInFlight == 0 }
            #expect(try fixture.send(post("[2]")).text == "[2]")
        }
    }

    @Test func `a client is served while a thousand slow clients are connected`() async throws {
        try await ServerFixture.serve(threads: ServerThreads(count: 1)) { fixture async throws in
            var slow: [RawClient] = []
            for number in 0..<1000 {
                let client = try fixture.connect()
                client.send(number % 2 == 0 ? "POST /rpc HTTP/1.1\r\nHos" : post(extra: "X: 1\r\n").dropLast(1) + "")
                slow.append(client)
            }
            let client = try fixture.connect()
            for number in 1...100 {
                client.send(post("[\(number)]"))
                #expect(try client.response().text == "[\(number)]")
            }
            #expect(fixture.server.connectionCount == 1001)
        }
    }

    @Test func `X-Forwarded-For is believed from a trusted proxy only`() async throws {
        let answer: @Sendable (RequestContext) async -> Reply = { Reply(body: Array($0.peer.utf8)) }
        let proxies = ProxyTrust([try #require(AddressBlock("127.0.0.2"))])
        let forwarded = post(extra: "X-Forwarded-For: 198.51.100.7, 192.0.2.9\r\n")
        try await ServerFixture.serve(limits: { $0.connectionsPerLoopback = 1 }, proxies: proxies, answer: answer) {
            fixture async throws in
            var proxied: [RawClient] = []
            for _ in 1...3 {
                let client = try fixture.connect(from: "127.0.0.2")
                client.send(forwarded)
                #expect(try client.response().text == "192.0.2.9")
                proxied.append(client)
            }
            let other = try fixture.connect(from: "127.0.0.3")
            other.send(forwarded)
            #expect(try other.response().text == "127.0.0.3")
        }
    }

    @Test(arguments: ["", "X-Forwarded-For: 198.51.100.7, unknown\r\n", "X-Forwarded-For:  \r\n"])
    func `a request from a trusted proxy without the client's address is refused and reaches no handler`(
        header: String
    ) async throws {
        let proxies = ProxyTrust([try #require(AddressBlock("127.0.0.2"))])
        let handled = Mutex(0)
        let answer: @Sendable (RequestContext) async -> Reply = { _ in
            handled.withLock { $0 += 1 }
            return Reply(body: [])
        }
        try await ServerFixture.serve(proxies: proxies, answer: answer) { fixture async throws in
            let proxy = try fixture.connect(from: "127.0.0.2")
            proxy.send(post(extra: header))
            #expect(try proxy.response().status == 400)
            #expect(fixture.server.requestsWithoutClientAddress == 1)
            #expect(handled.withLock { $0 } == 0)
            proxy.send(post(extra: "X-Forwarded-For: 192.0.2.9\r\n"))
            #expect(try proxy.response().status == 200, "the connection stays open")
        }
    }

    @Test(arguments: [("X-Forwarded-For: 192.0.2.9\r\n", "192.0.2.9 false"), ("", "127.0.0.2 true")])
    func
        `an endpoint of the operations listener learns the client that a trusted proxy names, and whether it names one`(
            header: String, seen: String
        ) async throws
    {
        let proxies = ProxyTrust([try #require(AddressBlock("127.0.0.2"))])
        let endpoint = PlainEndpoint(.post, "/seen") { .text("\($0.peer) \($0.isClientUnnamed)") }
        try await ServerFixture.serve(listener: .administration, endpoints: [endpoint], proxies: proxies) {
            fixture async throws in
            let proxy = try fixture.connect(from: "127.0.0.2")
            proxy.send(post(path: "/seen", extra: header))
            #expect(try proxy.response().text == seen)
        }
    }
}
