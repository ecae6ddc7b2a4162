import JSONRPC
import RPCServer
import Testing

@Suite struct MethodAndTypeTests {
    @Test func `a call is answered as JSON that must not be cached`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let answer = try fixture.send(post(#"{"a":1}"#))
            #expect(answer.status == 200)
            #expect(answer.text == #"{"a":1}"#)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer["Connection"] == nil)
        }
    }

    @Test(arguments: ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "LOCK"])
    func `any other method than POST is 405 with Allow`(method: String) async throws {
        try await ServerFixture.serve { fixture async throws in
            let answer = try fixture.send(post(method: method))
            #expect(answer.status == 405)
            #expect(answer["Allow"] == "POST")
            #expect(answer["Cache-Control"] == "no-store")
        }
    }

    @Test func `HEAD is refused without a body, so that the next response is not misread`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send("HEAD /rpc HTTP/1.1\r\nHost: latchkey\r\n\r\n" + post("{}"))
            #expect(try client.response(toHead: true).status == 405)
            #expect(try client.response().text == "{}")
        }
    }

    @Test func `CONNECT is refused and closes the connection`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send("CONNECT latchkey:443 HTTP/1.1\r\nHost: latchkey\r\n\r\n")
            let answer = try client.response()
            #expect([400, 404, 405].contains(answer.status))
            #expect(answer.closesConnection)
            #expect(client.isClosed)
        }
    }

    @Test(arguments: [
        "application/json", "application/json-rpc", "application/jsonrequest", "application/json; charset=utf-8",
        "Application/JSON", "application/json-rpc;charset=utf-8", "application/jsonrequest ; a=\"b;c\"",
    ])
    func `three media types of JSON are accepted, with parameters, in any case`(type: String) async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(type: type)).status == 200)
        }
    }

    @Test(arguments: [
        "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application/jso", "json", "",
        "application/json-seq", "text/json", "multipart/form-data; boundary=application/json",
        "application/json, text/plain",
    ])
    func `any other type is 415`(type: String) async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(type: type)).status == 415)
        }
    }

    @Test func `a request without a type and an encoded body are 415, and the connection stays open`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(post(type: nil) + post(extra: "Content-Encoding: gzip\r\n") + post("{}"))
            #expect(try client.response().status == 415)
            #expect(try client.response().status == 415)
            #expect(try client.response().status == 200)
        }
    }

    @Test(arguments: ["/", "/rpc/", "/RPC", "/rpcx", "//rpc", "/rpc/x", "/../rpc", "/%72pc", "*", "/x?://h/rpc"])
    func `an unknown path is 404`(path: String) async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(path: path)).status == 404)
        }
    }

    @Test(arguments: ["/rpc?trace=1", "/rpc?from=http://latchkey/x", "http://latchkey/rpc", "http://latchkey/rpc?x"])
    func `a query or an absolute target does not change the path`(path: String) async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(path: path)).status == 200)
        }
    }

    @Test func `a refused token is 401 with its challenge and a JSON body`() async throws {
        let reply = Reply(
            body: Array(#"{"error":1}"#.utf8), status: 401, challenge: #"Bearer error="invalid_token""#,
            headers: [Header("DPoP-Nonce", "n1")])
        try await ServerFixture.serve(answer: { _ in reply }) { fixture async throws in
            let client = try fixture.connect()
            client.send(post() + post())
            for _ in 1...2 {
                let answer = try client.response()
                #expect(answer.status == 401)
                #expect(answer["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
                #expect(answer["Content-Type"] == "application/json")
                #expect(answer["Cache-Control"] == "no-store")
                #expect(answer["DPoP-Nonce"] == "n1")
                #expect(answer.text == #"{"error":1}"#)
            }
        }
    }

    @Test func `notifications get an empty 200`() async throws {
        try await ServerFixture.serve(answer: { _ in Reply(body: []) }) { fixture async throws in
            let client = try fixture.connect()
            client.send(post())
            let answer = try client.response()
            #expect(answer.status == 200)
            #expect(answer["Content-Length"] == "0")
            #expect(answer["Content-Type"] == nil)
            #expect(answer["Cache-Control"] == "no-store")
        }
    }

    @Test func `the headers of a reply are sent, except one with a line break`() async throws {
        let reply = Reply(body: [48], headers: [Header("DPoP-Nonce", "abc"), Header("X-Bad", "a\r\nSet-Cookie: b")])
        try await ServerFixture.serve(answer: { _ in reply }) { fixture async throws in
            let answer = try fixture.send(post())
            #expect(answer["DPoP-Nonce"] == "abc")
            #expect(answer["Set-Cookie"] == nil && answer["X-Bad"] == nil)
        }
    }

    @Test func `the router gets the headers of the request`() async throws {
        let answer: @Sendable (RequestContext) async -> Reply = { context in
            let facts = [
                context.authorization, context.proof, context.internalCall, context.traceparent, context.traceID,
                context.peer,
            ]
            return Reply(body: Array(facts.map { $0 ?? "-" }.joined(separator: "|").utf8))
        }
        try await ServerFixture.serve(answer: answer) { fixture async throws in
            let sevens = String(repeating: "7", count: 32)
            #expect(try fixture.send(post()).text == "-|-|-|-|\(sevens)|127.0.0.1")
            let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            let extra = "AUTHORIZATION: Bearer x\r\ndpop: p\r\nLatchkey-Call: v1 c\r\nTraceparent: \(trace)\r\n"
            let expected = "Bearer x|p|v1 c|\(trace)|0af7651916cd43dd8448eb211c80319c|127.0.0.1"
            #expect(try fixture.send(post(extra: extra)).text == expected)
        }
    }
}
