import JSONRPC
import Support
import Testing

@testable import RPCServer

@Suite struct DrainTests {
    @Test func `draining answers open requests, closes idle connections and refuses new ones`() async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        // The server has an address of its own, because another test's server may get the port as soon as it is free.
        let address = ServerAddress.tcp(host: "127.0.0.9", port: 0)
        try await ServerFixture.serve(
            at: address, threads: ServerFixture.singleThread, limits: { $0.headerTime = .seconds(30) }, answer: answer
        ) { fixture async throws in
            let idle = try fixture.connect(), busy = try fixture.connect(), reading = try fixture.connect()
            idle.send(post())
            #expect(try idle.response().status == 200)
            reading.send(post())
            #expect(try reading.response().status == 200)
            let late = post("[late]")
            reading.send(String(late.prefix(30)))
            busy.send(post("[1]") + post("[2]"))
            await gate.waitForArrivals(1)
            try fixture.awaitReceived()
            async let drained: Void = fixture.server.drain()
            #expect(idle.isClosed)
            #expect(fixture.refusesConnections)
            gate.open()
            #expect(try busy.response().text == "[1]")
            let last = try busy.response()
            #expect(last.text == "[2]" && last.closesConnection)
            #expect(busy.isClosed)
            reading.send(String(late.dropFirst(30)))
            let answered = try reading.response()
            #expect(answered.text == "[late]" && answered.closesConnection)
            #expect(reading.isClosed)
            await drained
            #expect(fixture.server.connectionCount == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a response that is being sent when the server drains is sent whole`(hasNextRequest: Bool) async throws {
        let big = [UInt8](repeating: 0x20, count: 16 << 20)
        let answer: @Sendable (RequestContext) async -> Reply = { Reply(body: $0.body == [0x30] ? big : $0.body) }
        try await ServerFixture.serve(threads: ServerFixture.singleThread, answer: answer) { fixture async throws in
            let idle = try fixture.connect(), client = try fixture.connect(receiveBuffer: 4096)
            idle.send(post())
            #expect(try idle.response().status == 200)
            client.send(post("0"))
            client.receive(atLeast: 1)
            if hasNextRequest { client.send(post("[2]")) }
            async let drained: Void = fixture.server.drain(within: .seconds(60))
            // Both connections learn of it at the same time, so the drain has reached the client's one as well.
            #expect(idle.isClosed)
            #expect(try client.response().body.count == big.count)
            #expect(client.isClosed)
            await drained
        }
    }

    @Test func `a child process of a test does not keep a listening socket open`() async throws {
        try await ServerFixture.serve(at: .tcp(host: "127.0.0.8", port: 0)) { fixture async throws in
            let child = try ChildProcess(["sleep", "60"])
            defer { child.kill() }
            await fixture.server.drain()
            #expect(fixture.refusesConnections)
        }
    }

    @Test func `during shutdown each response closes its connection, and new connections are served`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(post())
            #expect(try client.response().closesConnection == false)
            fixture.server.beginShutdown()
            client.send(post("[1]"))
            let last = try client.response()
            #expect(last.text == "[1]" && last.closesConnection)
            #expect(client.isClosed)
            let new = try fixture.send(post("[2]"))
            #expect(new.text == "[2]" && new.closesConnection)
        }
    }

    @Test func `during shutdown pipelined requests are answered in order until the connection closes`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(post())
            _ = try client.response()
            fixture.server.beginShutdown()
            client.send((1...5).map { post("[\($0)]") }.joined())
            var answered = 0
            while let answer = try? client.response() {
                answered += 1
                #expect(answer.text == "[\(answered)]")
                if answer.closesConnection { break }
            }
            // The response that announces the close is the last: the client knows that no later request was handled.
            #expect(answered >= 1)
            #expect(client.isGone)
        }
    }

    @Test func `a connection that was opened before the server stopped listening is served once`() async throws {
        // The server has an address of its own, because another test's server may get the port as soon as it is free.
        let address = ServerAddress.tcp(host: "127.0.0.10", port: 0)
        try await ServerFixture.serve(at: address, limits: { $0.lastRequestTime = .seconds(30) }) {
            fixture async throws in
            let opened = try fixture.connect()
            try await waitUntil { fixture.server.connectionCount == 1 }
            async let drained: Void = fixture.server.drain(within: .seconds(60))
            #expect(fixture.refusesConnections)
            opened.send(post("[1]"))
            let last = try opened.response()
            #expect(last.text == "[1]" && last.closesConnection)
            #expect(opened.isClosed)
            await drained
        }
    }

    @Test func `a connection that is accepted while the server drains is served once, within the limits`() async throws
    {
        try await ServerFixture.serve(limits: { $0.connectionsPerLoopback = 2 }) { fixture async throws in
            let idle = try fixture.connect()
            idle.send(post())
            #expect(try idle.response().status == 200)
            _ = fixture.server.context.connections.beginDraining()
            let accepted = try fixture.connect()
            try await waitUntil { fixture.server.connectionCount == 2 }
            #expect(try fixture.connect().response().status == 429)
            accepted.send(post("[1]"))
            let last = try accepted.response()
            #expect(last.text == "[1]" && last.closesConnection)
        }
    }

    @Test func `a connection without a request delays the drain only for the time of a last request`() async throws {
        try await ServerFixture.serve(limits: {
            ($0.lastRequestTime, $0.headerTime) = (.milliseconds(50), .seconds(600))
        }) { fixture async throws in
            let silent = try fixture.connect()
            try await waitUntil { fixture.server.connectionCount == 1 }
            async let drained: Void = fixture.server.drain(within: .seconds(600))
            try await waitUntil { fixture.server.connectionCount == 0 }
            #expect(silent.isGone)
            await drained
        }
    }

    @Test func `a request that never ends is cut off at the drain's time limit`() async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            await gate.pass()
            return Reply(body: $0.body)
        }
        try await ServerFixture.serve(answer: answer) { fixture async throws in
            let client = try fixture.connect()
            client.send(post())
            await gate.waitForArrivals(1)
            await fixture.server.drain(within: .milliseconds(100))
            #expect(client.isGone)
            gate.open()
        }
    }

    @Test func `a server without connections is drained at once`() async throws {
        let connections = ConnectionRegistry(ServerLimits()), isEmpty = Latch()
        let waiting = Task.immediate {
            await connections.waitUntilEmpty()
            isEmpty.open()
        }
        try await waitUntil { isEmpty.isOpen }
        await waiting.value
    }

    @Test func `draining a server several times ends each time`() async throws {
        try await ServerFixture.serve { fixture async throws in
            async let first: Void = fixture.server.drain()
            async let second: Void = fixture.server.drain()
            _ = await (first, second)
            await fixture.server.drain()
        }
    }
}
