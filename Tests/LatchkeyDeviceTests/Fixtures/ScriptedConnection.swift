import JSONRPC
import StrictJSON
import Synchronization

/// A connection that replies to each call by a script, and records the requests.
///
/// It gives replies that real services give rarely or never: lost answers, unreadable items, faults of later versions.
final class ScriptedConnection: Connection {
    enum Reply: Sendable {
        /// The `result` member.
        case result(JSON)
        /// A refusal by name; `data` holds further members of `error.data`.
        case fault(String, status: Int, data: JSONObject = [:], message: String = "No.")
        /// The request may have taken effect; its answer was lost.
        case lost
        /// The service was not reached.
        case unreached
        /// The answer did not arrive in time.
        case late
        /// The reply is a page of HTML.
        case notJSON(status: Int)
    }

    struct Request: Sendable {
        let method: String
        let params: JSON
    }

    private let script: @Sendable (Request, Int) -> Reply
    private let prepare: @Sendable (Request) async -> Void
    private let recorded = Mutex<[Request]>([])

    /// - Parameters:
    ///   - script: returns the reply to a request, given how many requests came before it.
    ///   - prepare: runs while the call is under way, before the reply.
    init(
        _ script: @escaping @Sendable (Request, Int) -> Reply,
        before prepare: @escaping @Sendable (Request) async -> Void = { _ in }
    ) {
        self.script = script
        self.prepare = prepare
    }

    /// Replies to every call in the same way.
    convenience init(always reply: Reply) { self.init { _, _ in reply } }

    var requests: [Request] { recorded.withLock { $0 } }

    /// The operations of every push, in order.
    var pushed: [[JSON]] { requests.filter { $0.method == "vault.push" }.map { $0.params["ops"]?.array ?? [] } }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        guard let request = try? JSON(parsing: body) else { throw ConnectionError("no JSON", mayHaveBeenSent: false) }
        let call = Request(method: request["method"]?.string ?? "", params: request["params"] ?? .null)
        let count = recorded.withLock { recorded in
            recorded.append(call)
            return recorded.count - 1
        }
        await prepare(call)
        switch script(call, count) {
        case .result(let result): return reply(["jsonrpc": "2.0", "result": result, "id": 1])
        case .fault(let name, let status, let more, let message):
            var data: JSONObject = ["fault": .string(name), "remedy": "none"]
            for (key, value) in more { data[key] = value }
            return reply(
                ["jsonrpc": "2.0", "error": ["code": 1, "message": .string(message), "data": .object(data)], "id": 1],
                status)
        case .lost: throw ConnectionError("the answer was lost", mayHaveBeenSent: true)
        case .unreached: throw ConnectionError("nobody is there", mayHaveBeenSent: false)
        case .late: throw ConnectionError("the peer took too long", mayHaveBeenSent: true, isTimeout: true)
        case .notJSON(let status): return ConnectionReply(status: status, body: Array("<html>".utf8))
        }
    }

    private func reply(_ object: JSONObject, _ status: Int = 200) -> ConnectionReply {
        ConnectionReply(status: status, body: JSON.object(object).encoded())
    }
}
