import JSONRPC
import RPCServer
import Support
import Synchronization
import Testing

/// Requests that two parsers could read differently, or that are malformed, are refused and their connection closes.
@Suite struct FramingTests {
    static let start = "POST /rpc HTTP/1.1\r\nHost: latchkey\r\nContent-Type: application/json\r\n"

    @Test(arguments: [
        ("length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("two equal lengths", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
        ("two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
        ("a list of lengths", "Content-Length: 2, 2\r\n\r\n{}"),
        ("a signed length", "Content-Length: +2\r\n\r\n{}"),
        ("a negative length", "Content-Length: -2\r\n\r\n{}"),
        ("a hexadecimal length", "Content-Length: 0x2\r\n\r\n{}"),
        ("a length with a fraction", "Content-Length: 2.0\r\n\r\n{}"),
        ("an empty length", "Content-Length:\r\n\r\n{}"),
        ("a length in two words", "Content-Length: 2 2\r\n\r\n{}"),
        ("a length beyond 64 bits", "Content-Length: 99999999999999999999999\r\n\r\n{}"),
        ("a folded header", "X-A: 1\r\n 2\r\nContent-Length: 2\r\n\r\n{}"),
        ("a folded length", "Content-Length:\r\n 2\r\n\r\n{}"),
        ("a space before the colon", "Content-Length : 2\r\n\r\n{}"),
        ("a space before a name", " X-A: 1\r\nContent-Length: 2\r\n\r\n{}"),
        ("a bare line feed", "X-A: 1\nContent-Length: 2\r\n\r\n{}"),
        ("a bare line feed at the end", "Content-Length: 2\r\n\n{}"),
        ("a bare carriage return", "X-A: 1\rX-B: 2\r\nContent-Length: 2\r\n\r\n{}"),
        ("a NUL in a value", "X-A: 1\0\r\nContent-Length: 2\r\n\r\n{}"),
        ("a NUL in a name", "X\0A: 1\r\nContent-Length: 2\r\n\r\n{}"),
        ("a control character", "X-A: 1\u{1}2\r\nContent-Length: 2\r\n\r\n{}"),
        ("a DEL", "X-A: 1\u{7f}2\r\nContent-Length: 2\r\n\r\n{}"),
        ("an empty name", ": 1\r\nContent-Length: 2\r\n\r\n{}"),
        ("no colon", "X-A\r\nContent-Length: 2\r\n\r\n{}"),
        ("an unknown coding", "Transfer-Encoding: gzip\r\n\r\n{}"),
        ("a coding before chunked", "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("a coding after chunked", "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("chunked with a vertical tab", "Transfer-Encoding: \u{b}chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("the identity coding", "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}"),
        ("a length under a name with an underscore", "Content_Length: 4\r\nContent-Length: 2\r\n\r\n{}"),
        ("a coding under a name with an underscore", "Transfer_Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}"),
        ("a chunk size that is no number", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
        ("a signed chunk size", "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n"),
        ("a chunk size beyond 64 bits", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
        ("a chunk longer than its size", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}}\r\n0\r\n\r\n"),
        ("a chunk ended by a line feed", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\n0\r\n\r\n"),
        ("a chunk size ended by a line feed", "Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n"),
        ("two hosts", "Host: other\r\nContent-Length: 2\r\n\r\n{}"),
        ("two tokens", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 2\r\n\r\n{}"),
        ("two proofs", "DPoP: a\r\nDPoP: b\r\nContent-Length: 2\r\n\r\n{}"),
        ("two content types", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"),
    ])
    func `a request that can be read in two ways is refused, and its connection closed`(
        fault: String, tail: String
    ) async throws {
        let calls = Atomic<Int>(0)
        try await ServerFixture.serve(answer: {
            calls.add(1, ordering: .relaxed); return Reply(body: $0.body)
        }) { fixture async throws in
            let client = try fixture.connect()
            // The bytes that follow would be the smuggled request.
            client.send(Self.start + tail + post(#"{"smuggled":1}"#))
            let answer = try client.response()
            #expect(answer.status == 400, "\(fault)")
            #expect(answer.closesConnection)
            #expect(answer["Cache-Control"] == "no-store")
            client.endSending()
            #expect(client.isClosed)
        }
        #expect(calls.load(ordering: .relaxed) == 0, "\(fault)")
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}", "POST /rpc\r\n\r\n",
        "POST /rpc HTTP/1.1\nHost: a\n\n", "post /rpc HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /rpc HTTP/2.0\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST /rpc HTTP/9.9\r\nHost: a\r\n\r\n",
        "POST /r pc HTTP/1.1\r\nHost: a\r\n\r\n", "POST /rpc HTTP/1.1\r\n\r\n",
        "POST /r\0pc HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /rpc JSON/1.1\r\nHost: a\r\n\r\n", "{\"jsonrpc\":\"2.0\"}\r\n",
    ])
    func `bytes that are no HTTP/1.1 request are 400, and the connection closes`(bytes: String) async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(bytes)
            let answer = try client.response()
            #expect(answer.status == 400)
            #expect(answer.closesConnection)
            client.endSending()
            #expect(client.isClosed)
        }
    }

    @Test func `a client that still sends garbage can read its refusal`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            let garbage = [UInt8](repeating: 0x7e, count: 100_000)
            for _ in 1...5 { client.send(garbage) }
            #expect(try client.response().status == 400)
            for _ in 1...5 { client.send(garbage) }
            client.endSending()
            #expect(client.isClosed)
        }
    }

    @Test func `all that a refused client still sends is read and discarded`() async throws {
        let path = scratchFolder() + "/a.sock"
        try await ServerFixture.serve(
            at: .unix(path: path), listener: .administration, limits: { $0.lingerTime = .seconds(60) }
        ) { _ in
            let client = try RawClient(path: path)
            // More than the buffers of the two sockets hold.
            let garbage = [UInt8](repeating: 0x7e, count: 4_000_000)
            let isFirstRead = client.send(garbage)
            #expect(isFirstRead)
            #expect(try client.response().status == 400)
            let isSecondRead = client.send(garbage)
            #expect(isSecondRead)
        }
    }

    @Test func `requests before the garbage are answered`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send(post("[1]") + post("[2]") + "\u{1}\u{2}\r\n\r\n")
            #expect(try client.response().text == "[1]")
            #expect(try client.response().text == "[2]")
            #expect(try client.response().status == 400)
        }
    }

    @Test func `random changes of a request neither hang nor crash the server`() async throws {
        var walk = RandomWalk()
        try await ServerFixture.serve(limits: {
            $0.headerTime = .seconds(2); $0.lingerTime = .milliseconds(50)
        }) { fixture async throws in
            for _ in 1...60 {
                var bytes = Array(post("{\"a\":[1,2,3]}", extra: "X-A: b\r\n").utf8)
                for _ in 0...Int(walk.next() % 4) {
                    bytes[Int(walk.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: walk.next())
                }
                let client = try fixture.connect()
                client.send(bytes)
                client.endSending()
                #expect(client.isGone, "\(walk.note)")
            }
            #expect(try fixture.send(post()).status == 200)
        }
    }
}
