import JSONRPC
import Logging
import RPCServer
import Testing

/// A real server on a free port, for as long as a test needs it.
struct Rig {
    let server: HTTPServer
    let address: ServerAddress

    private static let threads = ServerThreads(count: 2)
    /// A single one, which takes everything in the order in which it comes; see ``takeIn()``.
    static let oneThread = ServerThreads(count: 1)

    /// Serves while `body` runs, then drains.
    ///
    /// - Parameter answer: the router; it gives the body back unless said otherwise.
    static func serve(
        at address: ServerAddress = .tcp(host: "127.0.0.1", port: 0), threads: ServerThreads = Self.threads,
        limits: (inout ServerLimits) -> Void = { _ in }, endpoints: [PlainEndpoint] = [], proxies: ProxyTrust = .none,
        answer: @escaping @Sendable (RequestContext) async -> Reply = { Reply(body: $0.body) },
        _ body: (Rig) async throws -> Void
    ) async throws {
        var chosen = ServerLimits()
        limits(&chosen)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = HTTPServer(
            address: address, listener: .public, threads: threads, answer: answer, endpoints: endpoints,
            limits: chosen, proxies: proxies, logger: logger, makeTraceID: { String(repeating: "7", count: 32) })
        let rig = Rig(server: server, address: try await server.start())
        do {
            try await withTaskExecutorPreference(BlockingThreads.shared) { try await body(rig) }
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

    /// Whether nobody is let in any more. The child of another test holds our door open from its fork until it closes
    /// what is not its own.
    var refusesCallers: Bool {
        for _ in 0..<100 {
            if (try? connect()) == nil { return true }
            pause(20)
        }
        return false
    }

    /// Returns when what was sent before has been taken in. On ``oneThread`` only, whose answer to `[last]` comes after
    /// all of that; a handler must not hold it up.
    func takeIn() throws { #expect(try ask(post("[last]")).text == "[last]") }

    /// One request on a connection of its own, and its answer.
    func ask(_ request: String) throws -> RawAnswer {
        let client = try connect()
        client.send(request)
        return try client.answer()
    }
}

/// A request to `/rpc`, right in everything that is not said otherwise.
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
