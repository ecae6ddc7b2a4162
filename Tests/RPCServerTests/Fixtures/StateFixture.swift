import NIOCore
import NIOHTTP1

@testable import RPCServer

/// The state of a connection to a server with `POST /rpc` alone, and the load of that server.
struct StateFixture {
    var state: HTTPConnectionState
    var load = HTTPConnectionState.ServerLoad()

    static let routes = RouteTable(servesRPC: true, endpoints: [])

    init(_ limits: (inout ServerLimits) -> Void = { _ in }) {
        var chosen = ServerLimits()
        limits(&chosen)
        state = HTTPConnectionState(limits: chosen, routes: Self.routes)
    }

    @discardableResult
    mutating func handle(_ event: HTTPConnectionState.Event) -> [HTTPConnectionState.Action] {
        var actions: [HTTPConnectionState.Action] = []
        state.handle(event, load: load, into: &actions)
        return actions
    }

    /// Receives parts and collects their actions.
    @discardableResult
    mutating func receive(_ parts: [HTTPServerRequestPart]) -> [HTTPConnectionState.Action] {
        parts.flatMap { handle(.received($0)) }
    }
}

/// Returns the part with a request's header.
///
/// - Parameter lines: header lines, each with its line break; `Host` is added.
func head(_ method: String, _ target: String, _ lines: String) -> HTTPServerRequestPart {
    var headers = HTTPHeaders([("Host", "latchkey")])
    for line in lines.split(separator: "\r\n") {
        let sides = line.split(separator: ":", maxSplits: 1)
        headers.add(name: String(sides[0]), value: sides[1].trimmingPrefix(" ").description)
    }
    return .head(
        HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: target, headers: headers))
}

/// The parts of a JSON-RPC request.
func postParts(_ body: String = "{}", _ lines: String = "") -> [HTTPServerRequestPart] {
    let all = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" + lines
    return [head("POST", "/rpc", all), .body(ByteBuffer(string: body)), .end(nil)]
}

/// The parts of a request without a body.
func getParts(_ target: String) -> [HTTPServerRequestPart] { [head("GET", target, ""), .end(nil)] }

/// Returns the request that consists of these parts.
func request(_ parts: [HTTPServerRequestPart]) -> IncomingRequest {
    guard case .head(let head)? = parts.first else { preconditionFailure("a request begins with its header") }
    let request = IncomingRequest(head, routes: StateFixture.routes)
    for case .body(let bytes) in parts { request.body += Array(bytes.readableBytesView) }
    return request
}

/// Returns an accepted connection that is idle after a first request.
func idleConnection(_ limits: (inout ServerLimits) -> Void = { _ in }) -> StateFixture {
    var connection = StateFixture(limits)
    connection.handle(.opened(.accepted))
    connection.receive(postParts())
    connection.handle(.replyReady)
    connection.handle(.handlerReturned)
    connection.handle(.readComplete)
    return connection
}
