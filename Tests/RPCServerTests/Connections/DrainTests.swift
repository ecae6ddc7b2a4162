import JSONRPC
import Support
import Testing

@testable import RPCServer

@Suite struct DrainTests {
    @Test func `what is in flight is answered, what is idle is closed, nobody new is let in`() async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        // An address of its own: another test's server may be given the port as soon as it is free.
        let address = ServerAddress.tcp(host: "127.0.0.9", port: 0)
        try await Rig.serve(
            at: address, threads: Rig.oneThread, limits: { $0.headerTime = .seconds(30) }, answer: answer
        ) { rig async throws in
            let idle = try rig.connect(), busy = try rig.connect(), reading = try rig.connect()
            idle.send(post())
            #expect(try idle.answer().status == 200)
            reading.send(post())
            #expect(try reading.answer().status == 200)
            let late = post("[late]")
            reading.send(String(late.prefix(30)))
            busy.send(post("[1]") + post("[2]"))
            await gate.arrivals(1)
            try rig.takeIn()
            async let drained: Void = rig.server.drain()
            #expect(idle.isClosed)
            #expect(rig.refusesCallers)
            gate.open()
            #expect(try busy.answer().text == "[1]")
            let last = try busy.answer()
            #expect(last.text == "[2]" && last.endsConnection)
            #expect(busy.isClosed)
            reading.send(String(late.dropFirst(30)))
            let answered = try reading.answer()
            #expect(answered.text == "[late]" && answered.endsConnection)
            #expect(reading.isClosed)
            await drained
            #expect(rig.server.connections == 0)
        }
    }

    @Test func `a test's child that lives on holds no door of ours`() async throws {
        try await Rig.serve(at: .tcp(host: "127.0.0.8", port: 0)) { rig async throws in
            let child = try Child(["sleep", "60"])
            defer { child.kill() }
            await rig.server.drain()
            #expect(rig.refusesCallers)
        }
    }

    @Test func `winding down ends each connection with its next answer, and still serves new ones`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(post())
            #expect(try client.answer().endsConnection == false)
            rig.server.windDown()
            client.send(post("[1]"))
            let last = try client.answer()
            #expect(last.text == "[1]" && last.endsConnection)
            #expect(client.isClosed)
            let new = try rig.ask(post("[2]"))
            #expect(new.text == "[2]" && new.endsConnection)
        }
    }

    @Test func `no pipelined request is lost without a word when the connection winds down`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(post())
            _ = try client.answer()
            rig.server.windDown()
            client.send((1...5).map { post("[\($0)]") }.joined())
            var answered = 0
            while let answer = try? client.answer() {
                answered += 1
                #expect(answer.text == "[\(answered)]")
                if answer.endsConnection { break }
            }
            // What is not answered must be known not to have been begun: the last answer says that it is the last.
            #expect(answered >= 1)
            #expect(client.isGone)
        }
    }

    @Test func `a connection that slips in while the doors close is told to come back`() async throws {
        try await Rig.serve { rig async throws in
            let idle = try rig.connect()
            idle.send(post())
            #expect(try idle.answer().status == 200)
            _ = rig.server.house.ledger.beginDraining()
            let refusal = try rig.connect().answer()
            #expect(refusal.status == 503 && refusal["Retry-After"] != nil && refusal.endsConnection)
        }
    }

    @Test func `what never ends is cut off at the bound`() async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            await gate.pass()
            return Reply(body: $0.body)
        }
        try await Rig.serve(answer: answer) { rig async throws in
            let client = try rig.connect()
            client.send(post())
            await gate.arrivals(1)
            await rig.server.drain(within: .milliseconds(100))
            #expect(client.isGone)
            gate.open()
        }
    }

    @Test func `draining twice, or before anything was opened, ends too`() async throws {
        try await Rig.serve { rig async throws in
            async let first: Void = rig.server.drain()
            async let second: Void = rig.server.drain()
            _ = await (first, second)
            await rig.server.drain()
        }
    }
}
