import JSONRPC
import RPCServer
import Testing

/// Tests the real router behind the real server: errors of JSON-RPC are HTTP 200.
@Suite struct RouterTests {
    @Test(arguments: [
        ("{", "-32700"), ("[]", "-32600"), (#"{"jsonrpc":"2.0","method":"no.such","id":1}"#, "-32601"),
        (#"{"a":1,"a":2}"#, "-32700"), ("", "-32700"), ("\u{feff}{}", "-32700"),
        (#"[1]"#, "-32600"),
    ])
    func `an error of JSON-RPC is 200 with its code`(body: String, code: String) async throws {
        let router = Router()
        try await ServerFixture.serve(answer: { await router.answer($0) }) { fixture async throws in
            let answer = try fixture.send(post(body))
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer.text.contains(#""code":\#(code)"#))
        }
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"no.such"}"#,
        #"[{"jsonrpc":"2.0","method":"a.b"},{"jsonrpc":"2.0","method":"c.d"}]"#,
    ])
    func `notifications alone get an empty response`(body: String) async throws {
        let router = Router()
        try await ServerFixture.serve(answer: { await router.answer($0) }) { fixture async throws in
            let answer = try fixture.send(post(body))
            #expect(answer.status == 200 && answer.body.isEmpty && answer["Content-Length"] == "0")
        }
    }
}
