import JSONRPC
import RPCServer
import Testing

@Suite struct PipeliningTests {
    @Test func `responses keep the order of the requests when the first handler is slow`() async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        try await ServerFixture.serve(answer: answer) { fixture async throws in
            let client = try fixture.connect()
            client.send((1...8).map { post("[\($0)]") }.joined())
            await gate.waitForArrivals(1)
            gate.open()
            for number in 1...8 { #expect(try client.response().text == "[\(number)]") }
        }
    }

    @Test func `refusals keep the order of the requests, too`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(post("[1]") + post(path: "/no") + post("[2]") + post(type: "text/plain") + post("[3]"))
            var seen: [Int] = []
            for _ in 1...5 { seen.append(try client.response().status) }
            #expect(seen == [200, 404, 200, 415, 200])
        }
    }

    @Test func `hundreds of pipelined requests in many reads are all answered`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            let padding = String(repeating: "x", count: 700)
            for round in 0..<20 {
                client.send((0..<30).map { post("\(round * 30 + $0) \(padding)") }.joined())
                for number in 0..<30 {
                    #expect(try client.response().text.hasPrefix("\(round * 30 + number) "))
                }
            }
        }
    }

    @Test func `a client with too many pipelined requests gets the responses to the accepted ones, then 503`()
        async throws
    {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body != Array("[last]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        let limits: (inout ServerLimits) -> Void = { $0.pipelinedRequests = 4 }
        try await ServerFixture.serve(threads: ServerFixture.singleThread, limits: limits, answer: answer) {
            fixture async throws in
            let client = try fixture.connect()
            client.send((1...40).map { post("[\($0)]") }.joined())
            await gate.waitForArrivals(1)
            try fixture.awaitReceived()
            gate.open()
            var last: RawResponse?
            var served = 0
            while let next = try? client.response() {
                if next.status == 200 { served += 1 }
                last = next
            }
            #expect(served >= 4 && served < 40)
            #expect(last?.status == 503 && last?.closesConnection == true && last?["Retry-After"] != nil)
        }
    }

    @Test func `a client that half-closes still gets its responses`() async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            await gate.pass()
            return Reply(body: $0.body)
        }
        try await ServerFixture.serve(answer: answer) { fixture async throws in
            let client = try fixture.connect()
            client.send(post("[1]") + post("[2]"))
            client.endSending()
            await gate.waitForArrivals(1)
            gate.open()
            #expect(try client.response().text == "[1]")
            #expect(try client.response().text == "[2]")
            #expect(client.isClosed)
        }
    }

    @Test(arguments: ["", "Connection: close\r\n"])
    func `a client that half-closes gets the whole of a response that is still being sent`(line: String) async throws {
        let big = [UInt8](repeating: 0x20, count: 16 << 20)
        try await ServerFixture.serve(answer: { _ in Reply(body: big) }) { fixture async throws in
            let client = try fixture.connect(receiveBuffer: 4096)
            client.send(post(extra: line))
            client.receive(atLeast: 1)
            client.endSending()
            #expect(try client.response().body.count == big.count)
            #expect(client.isClosed)
        }
    }

    @Test func `a client that half-closes between requests, or inside one, is closed`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let idle = try fixture.connect()
            idle.send(post())
            idle.endSending()
            #expect(try idle.response().status == 200)
            #expect(idle.isClosed)
            let answered = try fixture.connect()
            answered.send(post())
            #expect(try answered.response().status == 200)
            answered.endSending()
            #expect(answered.isClosed)
            let early = try fixture.connect()
            early.endSending()
            #expect(early.isClosed)
            for part in [
                "POST /rpc HT",
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            ] {
                let cut = try fixture.connect()
                cut.send(part)
                cut.endSending()
                #expect(cut.isGone)
            }
        }
    }

    @Test func `a client that closes during its request does not disturb others`() async throws {
        let gate = HandlerGate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        try await ServerFixture.serve(answer: answer) { fixture async throws in
            try fixture.connect().send(post("[1]"))
            await gate.waitForArrivals(1)
            #expect(try fixture.send(post("[2]")).text == "[2]")
            gate.open()
            #expect(try fixture.send(post("[3]")).text == "[3]")
        }
    }

    @Test func `a handler is resumed on its connection's thread`() async throws {
        let answer: @Sendable (RequestContext) async -> Reply = { _ in
            let before = threadID()
            try? await Task.sleep(for: .milliseconds(5))
            return Reply(body: [before == threadID() ? 49 : 48])
        }
        try await ServerFixture.serve(answer: answer) { fixture async throws in
            for _ in 1...5 { #expect(try fixture.send(post()).text == "1") }
        }
    }
}
