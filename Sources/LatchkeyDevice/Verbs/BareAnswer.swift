public import JSONRPC
public import StrictJSON

/// A JSON-RPC answer with the HTTP around it, as an object that stories compare and people read.
public enum BareAnswer {
    /// `{status, result}`, `{status, fault, code, message, data, challenge?}`, or `{status}` for anything else.
    public static func object(_ reply: ConnectionReply) -> JSONObject {
        var answer: JSONObject = ["status": .number(JSONNumber(reply.status))]
        var limits = JSONLimits.standard
        limits.bytes = 8 << 20
        guard let body = try? JSON(parsing: reply.body, limits: limits) else { return answer }
        if let result = body["result"] { answer["result"] = result }
        guard let error = body["error"] else { return answer }
        answer["fault"] = error["data"]?["fault"] ?? .null
        for name in ["code", "message", "data"] { answer[name] = error[name] }
        if let challenge = reply.header("WWW-Authenticate") { answer["challenge"] = .string(challenge) }
        return answer
    }

    /// The object for a request that nobody answered.
    public static func object(_ error: ConnectionError) -> JSONObject {
        ["status": 0, "fault": "unreachable", "message": .string(error.reason)]
    }

    /// The bytes of a single request.
    public static func request(_ method: String, _ params: JSON?) -> [UInt8] {
        var request: JSONObject = ["jsonrpc": "2.0", "id": 1, "method": .string(method)]
        request["params"] = params
        return JSON.object(request).encoded()
    }

    /// The service a method belongs to: what was asked for, else by the method's first word.
    public static func isVaults(_ method: String, asked service: String?) -> Bool {
        service.map { $0 == "vault" } ?? (method.hasPrefix("vault.") || method.hasPrefix("secret."))
    }
}
