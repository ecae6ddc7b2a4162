import JSONRPC
import StrictJSON
import Synchronization

/// The far end of a connection, held still: answers each call by a script and keeps what was asked.
final class FakePeer: Connection {
    enum Turn: Sendable {
        /// The `result` member.
        case result(JSON)
        /// A refusal, with the members of `error.data`.
        case fault(String, status: Int, data: JSONObject = [:])
        /// The peer did it, and its answer was lost.
        case lost
        /// The peer was never reached.
        case unreached
        /// Something that is not ours answered.
        case foreign(status: Int)
    }

    struct Asked: Sendable {
        let method: String
        let params: JSON
    }

    private let script: @Sendable (Asked, Int) -> Turn
    private let seen = Mutex<[Asked]>([])

    /// - Parameter script: answers the call, given how many came before it.
    init(_ script: @escaping @Sendable (Asked, Int) -> Turn) { self.script = script }

    /// Answers everything the same way.
    convenience init(always turn: Turn) { self.init { _, _ in turn } }

    var asked: [Asked] { seen.withLock { $0 } }

    /// The operations of every push, in order.
    var pushed: [[JSON]] { asked.filter { $0.method == "vault.push" }.map { $0.params["ops"]?.array ?? [] } }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        guard let request = try? JSON(parsing: body) else { throw ConnectionError("no JSON", mayHaveBeenSent: false) }
        let asked = Asked(method: request["method"]?.string ?? "", params: request["params"] ?? .null)
        let before = seen.withLock { seen in
            seen.append(asked)
            return seen.count - 1
        }
        switch script(asked, before) {
        case .result(let result): return reply(["jsonrpc": "2.0", "result": result, "id": 1])
        case .fault(let name, let status, let more):
            var data: JSONObject = ["fault": .string(name), "remedy": "none"]
            for (key, value) in more { data[key] = value }
            return reply(
                ["jsonrpc": "2.0", "error": ["code": 1, "message": "No.", "data": .object(data)], "id": 1], status)
        case .lost: throw ConnectionError("the answer was lost", mayHaveBeenSent: true)
        case .unreached: throw ConnectionError("nobody is there", mayHaveBeenSent: false)
        case .foreign(let status): return ConnectionReply(status: status, body: Array("<html>".utf8))
        }
    }

    private func reply(_ object: JSONObject, _ status: Int = 200) -> ConnectionReply {
        ConnectionReply(status: status, body: JSON.object(object).encoded())
    }
}
