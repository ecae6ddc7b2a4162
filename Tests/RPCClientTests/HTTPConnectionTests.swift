import Curl
import JSONRPC
import Logging
import RPCClient
import RPCServer
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPConnectionTests {
    /// The requests that the server received.
    private final class Seen: Sendable {
        let contexts = Mutex<[RequestContext]>([])
    }

    /// Runs `body` with a server that records each request in `seen` and gives every one the same answer.
    private func withServer(
        at address: ServerAddress, recordingIn seen: Seen, _ body: (ServerAddress) async throws -> Void
    ) async throws {
        let threads = ServerThreads(count: 1)
        let server = HTTPServer(
            address: address, listener: .internal, threads: threads,
            answer: { context in
                seen.contexts.withLock { $0.append(context) }
                return Reply(
                    body: Array(#"{"jsonrpc":"2.0","result":{},"id":1}"#.utf8), headers: [Header("DPoP-Nonce", "n")])
            }, logger: Logger(label: "test"), makeTraceID: { String(repeating: "0", count: 32) })
        try await body(try await server.start())
        await server.drain()
        await threads.stop()
    }

    @Test func `a request reaches a real server with its headers, and the response comes back with its own`()
        async throws
    {
        let seen = Seen()
        try await withServer(at: .tcp(host: "127.0.0.1", port: 0), recordingIn: seen) { address in
            let client = try CurlClient()
            let connection = HTTPConnection(to: "http://\(address)/rpc", with: client)
            let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            for _ in 0..<3 {
                let reply = try await connection.send(
                    Array("{}".utf8), headers: [Header("traceparent", trace), Header("Latchkey-Call", "v1 x")])
                #expect(reply.status == 200)
                #expect(reply.header("dpop-nonce") == "n")
                #expect(reply.body == Array(#"{"jsonrpc":"2.0","result":{},"id":1}"#.utf8))
            }
            #expect(client.connectionsOpened == 1)
        }
        let first = seen.contexts.withLock { $0.first }
        #expect(first?.body == Array("{}".utf8))
        #expect(first?.traceparent?.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-") == true)
        #expect(first?.internalCall == "v1 x")
    }

    @Test func `a connection can use a Unix socket`() async throws {
        let path = scratchFolder() + "/auth.sock"
        try await withServer(at: .unix(path: path), recordingIn: Seen()) { _ in
            let connection = HTTPConnection(to: "http://localhost/rpc", with: try CurlClient(), unixSocket: path)
            #expect(try await connection.send([], headers: []).status == 200)
        }
    }

    @Test func `an unreachable peer is an error, and nothing was sent`() async throws {
        let connection = HTTPConnection(
            to: "http://localhost/rpc", with: try CurlClient(), unixSocket: scratchFolder() + "/none")
        await #expect(throws: ConnectionError("no connection to the peer", mayHaveBeenSent: false)) {
            try await connection.send([], headers: [])
        }
    }
}
