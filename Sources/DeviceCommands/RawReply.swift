public import JSONRPC
public import StrictJSON

/// One JSON-RPC call without types: the bytes of the request, and the reply as an object for stories and people.
public enum RawReply {
    /// `{status, result}`, `{status, fault, code, message, data, challenge?}`, or `{status}` for any other body.
    public static func object(_ reply: ConnectionReply) -> JSONObject {
        var object: JSONObject = ["status": .number(JSONNumber(reply.status))]
        var limits = JSONLimits.standard
        limits.bytes = 8 << 20
        guard let body = try? JSON(parsing: reply.body, limits: limits) else { return object }
        if let result = body["result"] { object["result"] = result }
        guard let error = body["error"] else { return object }
        object["fault"] = error["data"]?["fault"] ?? .null
        for name in ["code", "message", "data"] { object[name] = error[name] }
        if let challenge = reply.header("WWW-Authenticate") { object["challenge"] = .string(challenge) }
        return object
    }

    /// The object for a call that was not answered: status 0 and the fault `unreachable`.
    public static func object(_ error: ConnectionError) -> JSONObject {
        ["status": 0, "fault": "unreachable", "message": .string(error.reason)]
    }

    /// The bytes of a request with the id 1.
    public static func request(_ method: String, _ params: JSON?) -> [UInt8] {
        var request: JSONObject = ["jsonrpc": "2.0", "id": 1, "method": .string(method)]
        request["params"] = params
        return JSON.object(request).encoded()
    }

    /// True for a call that goes to the vault: `service` decides, and without it the method's prefix.
    public static func isForVault(_ method: String, service: String?) -> Bool {
        service.map { $0 == "vault" } ?? (method.hasPrefix("vault.") || method.hasPrefix("secret."))
    }
}
