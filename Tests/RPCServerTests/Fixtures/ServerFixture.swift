import JSONRPC
import Logging
import RPCServer
import Testing

/// A real server on a free port, for the duration of a test.
struct ServerFixture {
    let server: HTTPServer
    let address: ServerAddress

    private static let threads = ServerThreads(count: 2)
    /// One thread, which processes everything in order of arrival; see ``awaitReceived()``.
    static let singleThread = ServerThreads(count: 1)

    /// Starts a server, runs `body`, and drains the server.
    ///
    /// - Parameter answer: the router; the default returns the request's body.
    static func serve(
        at address: ServerAddress = .tcp(host: "127.0.0.1", port: 0), listener: Listener = .public,
        threads: ServerThreads = Self.threads,
        limits: (inout ServerLimits) -> Void = { _ in }, endpoints: [PlainEndpoint] = [], proxies: ProxyTrust = .none,
        answer: @escaping @Sendable (RequestContext) async -> Reply = { Reply(body: $0.body) },
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        var chosen = ServerLimits()
        limits(&chosen)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = HTTPServer(
            address: address, listener: listener, threads: threads, answer: answer, endpoints: endpoints,
            limits: chosen, proxies: proxies, logger: logger, makeTraceID: { String(repeating: "7", count: 32) })
        let fixture = ServerFixture(server: server, address: try await server.start())
        do {
            try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await body(fixture) }
            await server.drain(within: .milliseconds(200))
        } catch {
            await server.drain(within: .milliseconds(200))
            throw error
        }
    }

    var port: Int { address.port ?? 0 }

    var host: String {
        if case .tcp(let host, _) = address { host } else { "127.0.0.1" }
    }

    func connect(from source: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws -> RawClient {
        try RawClient(host, port: port, from: source, receiveBuffer: receiveBuffer)
    }

    /// True once new connections fail. A child process of another test may keep a copy of the listening socket open
    /// from its fork until it closes inherited files, so this waits up to 2 s.
    var refusesConnections: Bool {
        for _ in 0..<100 {
            if (try? connect()) == nil { return true }
            pause(20)
        }
        return false
    }

    /// Returns when the server has received everything sent before. The server must use ``singleThread``, which answers
    /// the request `[last]` after all earlier ones, and its handler must return that body without suspending.
    func awaitReceived() throws { #expect(try send(post("[last]")).text == "[last]") }

    /// Sends one request on a new connection and returns the response.
    func send(_ request: String) throws -> RawResponse {
        let client = try connect()
        client.send(request)
        return try client.response()
    }
}

/// Returns a request, which is a valid one to `/rpc` unless a parameter changes that.
///
/// - Parameter extra: header lines, each with its line break.
func post(
    _ body: String = "{}", type: String? = "application/json", path: String = "/rpc", method: String = "POST",
    extra: String = ""
) -> String {
    let typeLine = type.map { "Content-Type: \($0)\r\n" } ?? ""
    return
        "\(method) \(path) HTTP/1.1\r\nHost: latchkey\r\n\(typeLine)\(extra)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
