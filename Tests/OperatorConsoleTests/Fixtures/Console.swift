import JSONRPC
import OperatorConsole
import RPCServer
import Support
import Synchronization

/// A console in this process whose router records the calls that reach it.
final class Console: Sendable {
    static let origin = "http://127.0.0.1:7611"

    let endpoints: [PlainEndpoint]
    private let received: Received

    init(origins: [String] = [origin], isDemo: Bool = true) {
        let received = Received()
        var router = Router()
        router.on(Answered.self, as: { _, context in received.add(context) }, { _ in Nothing() })
        router.on(Refused.self, as: { _, context in received.add(context) }, { _ in throw Fault(Refused.fault) })
        router.replyHeaders = { _, _ in [Header("DPoP-Nonce", "nonce")] }
        let messages: @Sendable () -> [UInt8] = { Array(#"{"messages":[]}"#.utf8) }
        endpoints =
            ConsoleEndpoints(
                origins: origins.compactMap { ConsoleOrigin($0) }, router: router,
                capturedMessages: isDemo ? messages : nil
            ).all
        self.received = received
    }

    var calls: [RequestContext] { received.contexts }

    func get(_ path: String, host: String? = "127.0.0.1:7611") async throws -> PlainReply {
        try await send(.get, path, host.map { [Header("Host", $0)] } ?? [], [])
    }

    func call(
        method: String = Answered.name, host: String = "127.0.0.1:7611", origin: String? = origin,
        type: String? = "application/json", more: [Header] = [], isClientUnnamed: Bool = false
    ) async throws -> PlainReply {
        var headers = [Header("Host", host)] + more
        if let origin { headers.append(Header("Origin", origin)) }
        if let type { headers.append(Header("Content-Type", type)) }
        return try await send(
            .post, "/console/rpc", headers, Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#.utf8),
            isClientUnnamed)
    }

    private func send(
        _ method: PlainEndpoint.Method, _ path: String, _ headers: [Header], _ body: [UInt8],
        _ isClientUnnamed: Bool = false
    ) async throws -> PlainReply {
        guard let endpoint = endpoints.first(where: { $0.method == method && $0.path == path }) else {
            throw NotServed()
        }
        return await endpoint.handler(
            PlainRequest(
                path: path, headers: headers, body: body, peer: "192.0.2.7", isClientUnnamed: isClientUnnamed,
                traceID: "trace"))
    }

    private final class Received: Sendable {
        private let all = Mutex<[RequestContext]>([])
        var contexts: [RequestContext] { all.withLock { $0 } }
        func add(_ context: RequestContext) { all.withLock { $0.append(context) } }
    }

    private struct NotServed: Error {}
}

enum Answered: Method {
    static let name = "test.answer"
    static let summary = "Answers."
    static let credential = Credential.open
    typealias Params = Nothing
    typealias Answer = Nothing
    static let example = (params: Nothing(), answer: Nothing())
}

enum Refused: Method {
    static let fault = FaultKind("testRefused", 1, "Refused.", remedy: "none", isUnauthorized: true)
    static let name = "test.refuse"
    static let summary = "Refuses the token."
    static let credential = Credential.open
    static let faults = [fault]
    typealias Params = Nothing
    typealias Answer = Nothing
    static let example = (params: Nothing(), answer: Nothing())
}
