import JSONRPC
import RPCServer
import Testing

@Suite struct BodyTests {
    private static func body(of count: Int) -> String { String(repeating: "x", count: count) }

    @Test func `a body at the limit is taken, one byte more is 413 before it has come`() async throws {
        try await Rig.serve(limits: { $0.bodyBytes = 1000 }) { rig async throws in
            #expect(try rig.ask(post(Self.body(of: 1000))).body.count == 1000)
            let client = try rig.connect()
            // The header alone: nothing of the body is waited for.
            client.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 413)
            #expect(answer.endsConnection)
            client.send(Self.body(of: 1001))
            client.endSending()
            #expect(client.isClosed)
        }
    }

    @Test func `a chunked body is put together, and cut off one byte past the limit`() async throws {
        let start =
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await Rig.serve(limits: { $0.bodyBytes = 1000 }) { rig async throws in
            let half = "1f4\r\n\(Self.body(of: 500))\r\n"
            let client = try rig.connect()
            client.send(start + half + half + "0\r\n\r\n" + start + "3;name=\"v\"\r\n[1]\r\n0\r\nTrailer: t\r\n\r\n")
            #expect(try client.answer().body.count == 1000)
            #expect(try client.answer().text == "[1]")
            client.send(start + half + half)
            client.send("1\r\nx\r\n")
            #expect(try client.answer().status == 413)
            client.endSending()
            #expect(client.isClosed)
        }
    }

    @Test func `a body may come in any pieces`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            for byte in post(#"{"piece":"meal"}"#, extra: "X-Long: \(Self.body(of: 40))\r\n").utf8 {
                client.send([byte])
            }
            #expect(try client.answer().text == #"{"piece":"meal"}"#)
            let start =
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            for byte in (start + "2\r\n[1\r\n1\r\n]\r\n0\r\n\r\n").utf8 { client.send([byte]) }
            #expect(try client.answer().text == "[1]")
        }
    }

    @Test func `a caller that asks first is told to go on, once`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
            )
            #expect(try client.answer().status == 100)
            client.send("{}")
            #expect(try client.answer().text == "{}")
            client.send(post("[3]"))
            #expect(try client.answer().text == "[3]")
        }
    }

    @Test(arguments: [
        ("Content-Length: 100000000", "application/json", 413), ("Content-Length: 2", "text/plain", 415),
    ])
    func `a caller that asks first and may not send is told why at once`(
        length: String, type: String, status: Int
    ) async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nExpect: 100-continue\r\n\(length)\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == status)
            #expect(answer.endsConnection)
        }
    }

    @Test func `another expectation is 417`() async throws {
        try await Rig.serve { rig async throws in
            #expect(try rig.ask(post(extra: "Expect: a-miracle\r\n")).status == 417)
        }
    }

    @Test func `HTTP 1.0 is answered and its connection closed, unless it asks otherwise`() async throws {
        try await Rig.serve { rig async throws in
            let once = try rig.connect()
            once.send("POST /rpc HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
            let answer = try once.answer()
            #expect(answer.text == "{}" && answer.endsConnection)
            #expect(once.isClosed)
            let twice = try rig.connect()
            for _ in 1...2 {
                twice.send(
                    "POST /rpc HTTP/1.0\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
                )
                #expect(try twice.answer()["Connection"] == "keep-alive")
            }
        }
    }

    @Test func `a caller that wants to close is answered and closed`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(post("{}", extra: "Connection: close\r\n"))
            let answer = try client.answer()
            #expect(answer.text == "{}" && answer.endsConnection)
            #expect(client.isClosed)
        }
    }

    @Test func `an offer of another protocol is not taken up`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send(
                post("{}", extra: "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n")
            )
            #expect(try client.answer().text == "{}")
            #expect(client.isClosed)
        }
    }

    @Test func `a connection carries many requests, up to its bound`() async throws {
        try await Rig.serve(limits: { $0.requestsPerConnection = 50 }) { rig async throws in
            let client = try rig.connect()
            for number in 1...50 {
                client.send(post("[\(number)]"))
                let answer = try client.answer()
                #expect(answer.text == "[\(number)]")
                #expect(answer.endsConnection == (number == 50))
            }
            #expect(client.isClosed)
        }
    }
}
