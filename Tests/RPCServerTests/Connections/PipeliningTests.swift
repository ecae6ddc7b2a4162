import JSONRPC
import RPCServer
import Testing

@Suite struct PipeliningTests {
    @Test func `answers keep the order of the requests, whichever handler is slow`() async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        try await Rig.serve(answer: answer) { rig async throws in
            let client = try rig.connect()
            client.send((1...8).map { post("[\($0)]") }.joined())
            await gate.arrivals(1)
            gate.open()
            for number in 1...8 { #expect(try client.answer().text == "[\(number)]") }
        }
    }

    @Test func `refusals take their place in the order`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(post("[1]") + post(path: "/no") + post("[2]") + post(type: "text/plain") + post("[3]"))
            var seen: [Int] = []
            for _ in 1...5 { seen.append(try client.answer().status) }
            #expect(seen == [200, 404, 200, 415, 200])
        }
    }

    @Test func `a long line of requests in many reads is answered whole`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            let padding = String(repeating: "x", count: 700)
            for round in 0..<20 {
                client.send((0..<30).map { post("\(round * 30 + $0) \(padding)") }.joined())
                for number in 0..<30 {
                    #expect(try client.answer().text.hasPrefix("\(round * 30 + number) "))
                }
            }
        }
    }

    @Test func `a caller too far ahead gets the answers it is owed and no more`() async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body != Array("[last]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        let limits: (inout ServerLimits) -> Void = { $0.pipelinedRequests = 4 }
        try await Rig.serve(threads: Rig.oneThread, limits: limits, answer: answer) { rig async throws in
            let client = try rig.connect()
            client.send((1...40).map { post("[\($0)]") }.joined())
            await gate.arrivals(1)
            try rig.takeIn()
            gate.open()
            var last: RawAnswer?
            var served = 0
            while let next = try? client.answer() {
                if next.status == 200 { served += 1 }
                last = next
            }
            #expect(served >= 4 && served < 40)
            #expect(last?.status == 503 && last?.endsConnection == true && last?["Retry-After"] != nil)
        }
    }

    @Test func `a caller that stops sending still gets what it asked for`() async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            await gate.pass()
            return Reply(body: $0.body)
        }
        try await Rig.serve(answer: answer) { rig async throws in
            let client = try rig.connect()
            client.send(post("[1]") + post("[2]"))
            client.endSending()
            await gate.arrivals(1)
            gate.open()
            #expect(try client.answer().text == "[1]")
            #expect(try client.answer().text == "[2]")
            #expect(client.isClosed)
        }
    }

    @Test func `a caller that stops between requests, or inside one, is closed`() async throws {
        try await Rig.serve { rig async throws in
            let idle = try rig.connect()
            idle.send(post())
            idle.endSending()
            #expect(try idle.answer().status == 200)
            #expect(idle.isClosed)
            let early = try rig.connect()
            early.endSending()
            #expect(early.isClosed)
            for part in [
                "POST /rpc HT",
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            ] {
                let cut = try rig.connect()
                cut.send(part)
                cut.endSending()
                #expect(cut.isGone)
            }
        }
    }

    @Test func `a caller that goes away while a handler works harms nobody`() async throws {
        let gate = Gate()
        let answer: @Sendable (RequestContext) async -> Reply = {
            if $0.body == Array("[1]".utf8) { await gate.pass() }
            return Reply(body: $0.body)
        }
        try await Rig.serve(answer: answer) { rig async throws in
            try rig.connect().send(post("[1]"))
            await gate.arrivals(1)
            #expect(try rig.ask(post("[2]")).text == "[2]")
            gate.open()
            #expect(try rig.ask(post("[3]")).text == "[3]")
        }
    }

    @Test func `a handler stays on its connection's thread when it comes back`() async throws {
        let answer: @Sendable (RequestContext) async -> Reply = { _ in
            let before = threadID()
            try? await Task.sleep(for: .milliseconds(5))
            return Reply(body: [before == threadID() ? 49 : 48])
        }
        try await Rig.serve(answer: answer) { rig async throws in
            for _ in 1...5 { #expect(try rig.ask(post()).text == "1") }
        }
    }
}
