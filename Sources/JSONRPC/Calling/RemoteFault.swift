public import StrictJSON

/// A fault as the caller received it. The name may be one that this build does not know.
public struct RemoteFault: Error, Sendable, Hashable {
    /// The fault's name, or "" when the peer sent none.
    public let name: String
    /// The JSON-RPC code, or 0 when the peer sent none.
    public let code: Int
    /// The error's message.
    public let message: String
    /// The action that the caller should take next.
    public let remedy: String
    /// The time to wait before the call is repeated, in milliseconds; nil when the peer sent none.
    public let retryAfterMs: Int64?
    /// The member `error.data`; empty when the peer sent none.
    public let data: JSONObject
    /// The HTTP status of the response.
    public let status: Int

    /// Returns true if the fault is of the given kind.
    public func isKind(_ kind: FaultKind) -> Bool { name == kind.name }

    /// Reads an `error` member.
    init(_ error: JSONObject, status: Int) {
        var data: JSONObject = [:]
        if case .object(let object)? = error["data"] { data = object }
        self.data = data
        self.status = status
        name = data["fault"]?.text(or: "") ?? ""
        remedy = data["remedy"]?.text(or: "") ?? ""
        message = error["message"]?.text(or: "") ?? ""
        if case .number(let number)? = error["code"] { code = Int(number.int64 ?? 0) } else { code = 0 }
        if case .number(let number)? = data["retryAfterMs"] { retryAfterMs = number.int64 } else { retryAfterMs = nil }
    }
}

extension JSON {
    /// Returns the string, or `other` when the value is not a string.
    fileprivate func text(or other: String) -> String {
        if case .string(let text) = self { text } else { other }
    }
}
