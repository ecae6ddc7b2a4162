import JSONRPC
import RPCServer
import Testing

@Suite struct AdmissionTests {
    @Test func `one address has so many connections, and another its own`() async throws {
        try await Rig.serve(limits: { $0.connectionsPerLoopback = 3 }) { rig async throws in
            var held: [RawClient] = []
            for _ in 1...3 {
                let client = try rig.connect(from: "127.0.0.2")
                client.send(post())
                #expect(try client.answer().status == 200)
                held.append(client)
            }
            let fourth = try rig.connect(from: "127.0.0.2")
            let refusal = try fourth.answer()
            #expect(refusal.status == 429 && refusal.endsConnection && refusal["Retry-After"] != nil)
            let other = try rig.connect(from: "127.0.0.3")
            other.send(post())
            #expect(try other.answer().status == 200)
            // One that goes makes room; the refused one does not count for ever.
            held.removeLast()
            fourth.endSending()
            #expect(fourth.isClosed)
            var status = 429
            for _ in 1...100 where status != 200 {
                pause(10)
                let again = try rig.connect(from: "127.0.0.2")
                again.send(post())
                status = (try? again.answer().status) ?? 0
                again.endSending()
            }
            #expect(status == 200)
        }
    }

    @Test func `past the bound of all connections a new one is told to come back`() async throws {
        try await Rig.serve(limits: { $0.connections = 2 }) { rig async throws in
            let first = try rig.connect(), second = try rig.connect()
            for client in [first, second] {
                client.send(post())
                #expect(try client.answer().status == 200)
            }
            let refusal = try rig.connect().answer()
            #expect(refusal.status == 503 && refusal["Retry-After"] != nil && refusal.endsConnection)
            first.send(post())
            #expect(try first.answer().status == 200)
        }
    }

    @Test func `past the bound of calls at once a request is told to come back, and its connection stays`() async throws
    {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        try await Rig.serve(limits: { $0.callsInFlight = 2 }, answer: answer) { rig async throws in
            let busy = [try rig.connect(), try rig.connect()]
            for client in busy { client.send(post("[1]")) }
            await gate.arrivals(2)
            let client = try rig.connect()
            client.send(post("[2]"))
            let refusal = try client.answer()
            #expect(refusal.status == 503 && refusal["Retry-After"] != nil && !refusal.endsConnection)
            gate.open()
            for client in busy { #expect(try client.answer().text == "[1]") }
            client.send(post("[2]"))
            #expect(try client.answer().text == "[2]")
        }
    }

    @Test(arguments: [false, true])
    func `calls that wait for something to happen keep nobody out`(afterOtherWork: Bool) async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = { context in
            if context.body == Array("[1]".utf8) {
                if afterOtherWork { await Task.detached {}.value }
                await context.waiting(wake: {}) { await gate.pass() }
            }
            return Reply(body: context.body)
        }
        try await Rig.serve(limits: { $0.callsInFlight = 1 }, answer: answer) { rig async throws in
            let waiting = try rig.connect()
            waiting.send(post("[1]"))
            await gate.arrivals(1)
            #expect(try rig.ask(post("[2]")).text == "[2]")
            gate.open()
            #expect(try waiting.answer().text == "[1]")
            waiting.send(post("[2]"))
            #expect(try waiting.answer().text == "[2]")
        }
    }

    @Test(arguments: [true, false])
    func `a wait whose caller goes is ended, and its place is free`(isHalfClosed: Bool) async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = { context in
            if context.body == Array("[1]".utf8) { await context.waiting(wake: { gate.open() }) { await gate.pass() } }
            return Reply(body: context.body)
        }
        try await Rig.serve(limits: { $0.callsInFlight = 1 }, answer: answer) { rig async throws in
            var client: RawClient? = try rig.connect()
            client?.send(post("[1]"))
            await gate.arrivals(1)
            if isHalfClosed {
                client?.endSending()
                #expect(try client?.answer().text == "[1]")
            } else {
                client = nil
                await gate.pass()
            }
            #expect(try rig.ask(post("[2]")).text == "[2]")
        }
    }

    @Test func `a thousand slow callers starve nobody`() async throws {
        try await Rig.serve(threads: ServerThreads(count: 1)) { rig async throws in
            var slow: [RawClient] = []
            for number in 0..<1000 {
                let client = try rig.connect()
                client.send(number % 2 == 0 ? "POST /rpc HTTP/1.1\r\nHos" : post(extra: "X: 1\r\n").dropLast(1) + "")
                slow.append(client)
            }
            let client = try rig.connect()
            for number in 1...100 {
                client.send(post("[\(number)]"))
                #expect(try client.answer().text == "[\(number)]")
            }
            #expect(rig.server.connections == 1001)
        }
    }

    @Test func `a proxy that is trusted names its caller, and anybody else only himself`() async throws {
        let answer: @Sendable (RequestContext) async -> Reply = { Reply(body: Array($0.peer.utf8)) }
        let proxies = ProxyTrust([try #require(AddressBlock("127.0.0.2"))])
        let forwarded = post(extra: "X-Forwarded-For: 198.51.100.7, 192.0.2.9\r\n")
        try await Rig.serve(limits: { $0.connectionsPerLoopback = 1 }, proxies: proxies, answer: answer) {
            rig async throws in
            var proxied: [RawClient] = []
            for _ in 1...3 {
                let client = try rig.connect(from: "127.0.0.2")
                client.send(forwarded)
                #expect(try client.answer().text == "192.0.2.9")
                proxied.append(client)
            }
            proxied[0].send(post(extra: "X-Forwarded-For: 198.51.100.7, unknown\r\n"))
            #expect(try proxied[0].answer().text == "127.0.0.2")
            let other = try rig.connect(from: "127.0.0.3")
            other.send(forwarded)
            #expect(try other.answer().text == "127.0.0.3")
        }
    }
}
