import JSONRPC
import RPCServer
import Testing

/// SECURITY.md H3, with limits of milliseconds.
@Suite struct TimeLimitTests {
    private static let start =
        "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n"

    @Test func `a caller that says nothing is let go without a word`() async throws {
        try await Rig.serve(limits: { $0.headerTime = .milliseconds(100) }) { rig async throws in
            #expect(try rig.connect().isClosed)
        }
    }

    @Test func `a header that takes too long is 408, however steadily it drips`() async throws {
        try await Rig.serve(limits: {
            $0.headerTime = .milliseconds(200); $0.lingerTime = .milliseconds(50)
        }) { rig async throws in
            let client = try rig.connect()
            client.send("POST /rpc HTTP/1.1\r\n")
            var drops = 0
            while client.send("X-\(drops): 1\r\n"), drops < 60 {
                drops += 1
                pause(20)
            }
            #expect(drops < 60)
            let idle = try rig.connect()
            idle.send("POST /rpc")
            let answer = try idle.answer()
            #expect(answer.status == 408 && answer.endsConnection)
            #expect(idle.isClosed)
        }
    }

    @Test func `line breaks ahead of a request do not buy time`() async throws {
        try await Rig.serve(limits: {
            $0.headerTime = .milliseconds(200); $0.lingerTime = .milliseconds(50)
        }) { rig async throws in
            let client = try rig.connect()
            client.send(post())
            _ = try client.answer()
            var drops = 0
            while client.send("\r\n"), drops < 60 {
                drops += 1
                pause(20)
            }
            #expect(drops < 60)
        }
    }

    @Test func `a body that takes too long is 408`() async throws {
        let limits: (inout ServerLimits) -> Void = {
            $0.bodyTime = .milliseconds(150); $0.lingerTime = .milliseconds(50)
        }
        try await Rig.serve(limits: limits) { rig async throws in
            let client = try rig.connect()
            client.send(Self.start + "\r\n{")
            #expect(try client.answer().status == 408)
            #expect(client.isClosed)
            let second = try rig.connect()
            second.send(post())
            _ = try second.answer()
            second.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n"
            )
            #expect(try second.answer().status == 408)
        }
    }

    @Test func `a body must come at its least rate once the grace is over`() async throws {
        let limits: (inout ServerLimits) -> Void = {
            $0.rateGrace = .milliseconds(400)
            $0.bytesPerSecond = 1000
            $0.lingerTime = .milliseconds(50)
        }
        try await Rig.serve(limits: limits) { rig async throws in
            // 10 bytes in 20 ms are half of what is asked: cut off after about 800 ms, long before the body's 10 s.
            let slow = try rig.connect()
            slow.send(Self.start + "\r\n")
            var sent = 0
            while slow.send("0123456789"), sent < 900 {
                sent += 10
                pause(20)
            }
            #expect(sent < 900)
            // 50 bytes in 20 ms are more than twice of it.
            let steady = try rig.connect()
            steady.send(Self.start + "\r\n")
            for _ in 1...20 {
                steady.send(String(repeating: "y", count: 50))
                pause(20)
            }
            #expect(try steady.answer().body.count == 1000)
        }
    }

    @Test func `an idle connection is closed after its time, not before`() async throws {
        try await Rig.serve(limits: { $0.idleTime = .milliseconds(900) }) { rig async throws in
            let client = try rig.connect()
            for _ in 1...5 {
                client.send(post())
                #expect(try client.answer().status == 200)
                pause(250)
            }
            #expect(client.isClosed)
        }
    }

    @Test func `a handler may take longer than any of a caller's times`() async throws {
        let limits: (inout ServerLimits) -> Void = {
            $0.idleTime = .milliseconds(50)
            $0.headerTime = .milliseconds(50)
            $0.bodyTime = .milliseconds(50)
        }
        let slow: @Sendable (RequestContext) async -> Reply = {
            try? await Task.sleep(for: .milliseconds(300))
            return Reply(body: $0.body)
        }
        try await Rig.serve(limits: limits, answer: slow) { rig async throws in
            let client = try rig.connect()
            client.send(post("[1]") + post("[2]"))
            #expect(try client.answer().text == "[1]")
            #expect(try client.answer().text == "[2]")
            #expect(client.isClosed)
        }
    }

    @Test func `a caller that never reads its answers is let go and slows nobody`() async throws {
        let big = [UInt8](repeating: 0x20, count: 4 << 20)
        try await Rig.serve(limits: { $0.idleTime = .milliseconds(200) }, answer: { _ in Reply(body: big) }) {
            rig async throws in
            let client = try rig.connect(receiveBuffer: 4096)
            for _ in 1...20 { client.send(post()) }
            for _ in 1...100 where rig.server.connections > 0 { pause(50) }
            #expect(rig.server.connections == 0)
            #expect(client.isGone)
        }
    }

    @Test func `a caller that reads slowly but steadily gets its whole answer`() async throws {
        let big = [UInt8](repeating: 0x20, count: 12 << 20)
        let limits: (inout ServerLimits) -> Void = { $0.idleTime = .milliseconds(150) }
        try await Rig.serve(limits: limits, answer: { _ in Reply(body: big) }) { rig async throws in
            let client = try rig.connect(receiveBuffer: 65_536)
            client.send(post())
            pause(60)
            #expect(try client.answer().body.count == big.count)
        }
    }
}
