import JSONRPC
import RPCServer
import Testing

@Suite struct BodyTests {
    private static func body(of count: Int) -> String { String(repeating: "x", count: count) }

    @Test func `a body at the limit is accepted, one byte more is 413 before it has arrived`() async throws {
        try await ServerFixture.serve(limits: { $0.bodyBytes = 1000 }) { fixture async throws in
            #expect(try fixture.send(post(Self.body(of: 1000))).body.count == 1000)
            let client = try fixture.connect()
            // Only the header is sent: the server must refuse it without waiting for the body.
            client.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n")
            let answer = try client.response()
            #expect(answer.status == 413)
            #expect(answer.closesConnection)
            client.send(Self.body(of: 1001))
            client.endSending()
            #expect(client.isClosed)
        }
    }

    @Test func `a chunked body is assembled, and refused one byte above the limit`() async throws {
        let start =
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await ServerFixture.serve(limits: { $0.bodyBytes = 1000 }) { fixture async throws in
            let half = "1f4\r\n\(Self.body(of: 500))\r\n"
            let client = try fixture.connect()
            client.send(start + half + half + "0\r\n\r\n" + start + "3;name=\"v\"\r\n[1]\r\n0\r\nTrailer: t\r\n\r\n")
            #expect(try client.response().body.count == 1000)
            #expect(try client.response().text == "[1]")
            client.send(start + half + half)
            client.send("1\r\nx\r\n")
            #expect(try client.response().status == 413)
            client.endSending()
            #expect(client.isClosed)
        }
    }

    @Test func `a body may arrive byte by byte`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            for byte in post(#"{"piece":"meal"}"#, extra: "X-Long: \(Self.body(of: 40))\r\n").utf8 {
                client.send([byte])
            }
            #expect(try client.response().text == #"{"piece":"meal"}"#)
            let start =
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            for byte in (start + "2\r\n[1\r\n1\r\n]\r\n0\r\n\r\n").utf8 { client.send([byte]) }
            #expect(try client.response().text == "[1]")
        }
    }

    @Test func `a client with Expect gets 100 Continue once`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
            )
            #expect(try client.response().status == 100)
            client.send("{}")
            #expect(try client.response().text == "{}")
            client.send(post("[3]"))
            #expect(try client.response().text == "[3]")
        }
    }

    @Test(arguments: [
        ("Content-Length: 100000000", "application/json", 413), ("Content-Length: 2", "text/plain", 415),
    ])
    func `a client with Expect whose request is refused gets the refusal at once`(
        length: String, type: String, status: Int
    ) async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(
                "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nExpect: 100-continue\r\n\(length)\r\n\r\n")
            let answer = try client.response()
            #expect(answer.status == status)
            #expect(answer.closesConnection)
        }
    }

    @Test func `another expectation is 417`() async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(extra: "Expect: a-miracle\r\n")).status == 417)
        }
    }

    @Test func `an HTTP 1.0 connection is closed after the response, unless the client asks for keep-alive`()
        async throws
    {
        try await ServerFixture.serve { fixture async throws in
            let once = try fixture.connect()
            once.send("POST /rpc HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
            let answer = try once.response()
            #expect(answer.text == "{}" && answer.closesConnection)
            #expect(once.isClosed)
            let twice = try fixture.connect()
            for _ in 1...2 {
                twice.send(
                    "POST /rpc HTTP/1.0\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
                )
                #expect(try twice.response()["Connection"] == "keep-alive")
            }
        }
    }

    @Test func `a client that sends Connection close is answered and closed`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(post("{}", extra: "Connection: close\r\n"))
            let answer = try client.response()
            #expect(answer.text == "{}" && answer.closesConnection)
            #expect(client.isClosed)
        }
    }

    @Test func `an upgrade to another protocol is not granted`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(
                post("{}", extra: "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n")
            )
            #expect(try client.response().text == "{}")
            #expect(client.isClosed)
        }
    }

    @Test func `a connection serves many requests, up to its limit`() async throws {
        try await ServerFixture.serve(limits: { $0.requestsPerConnection = 50 }) { fixture async throws in
            let client = try fixture.connect()
            for number in 1...50 {
                client.send(post("[\(number)]"))
                let answer = try client.response()
                #expect(answer.text == "[\(number)]")
                #expect(answer.closesConnection == (number == 50))
            }
            #expect(client.isClosed)
        }
    }
}
