import Curl
import Glibc
import JSONRPC
import Logging
import RPCClient
import RPCServer
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPConnectionTests {
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

    @Test func `a peer that does not answer in time is a timeout, for which a device may ask for less`() async throws {
        let (listener, port) = try silentListener()
        defer { close(listener) }
        var limits = HTTPConnection.Limits.device
        limits.stall = StallLimit(seconds: 1, bytesPerSecond: 100)
        let connection = HTTPConnection(to: "http://127.0.0.1:\(port)/rpc", with: try CurlClient(), limits: limits)
        do throws(ConnectionError) {
            _ = try await connection.send([], headers: [])
            Issue.record("a silent peer answered")
        } catch {
            #expect(error.isTimeout && error.mayHaveBeenSent)
        }
    }

    @Test func `a device may wait two minutes for a call that makes progress, and two services three seconds`() {
        let device = HTTPConnection.Limits.device
        #expect((device.connectMs, device.totalMs) == (5_000, 120_000))
        #expect(device.stall == StallLimit(seconds: 10, bytesPerSecond: 100))
        let pair = HTTPConnection.Limits.total(ms: 3_000)
        #expect((pair.connectMs, pair.totalMs) == (1_000, 3_000) && pair.stall == nil)
    }

    /// A socket that accepts connections and never answers, and its port on the loopback address.
    private func silentListener() throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(listener >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let size = length
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isListening)
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }
}
