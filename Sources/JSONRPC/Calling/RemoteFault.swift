public import StrictJSON

/// A refusal as the caller received it; fault names this build does not know are carried unharmed.
public struct RemoteFault: Error, Sendable, Hashable {
    /// The fault's name, or "" when the peer sent none.
    public let name: String
    /// The JSON-RPC code.
    public let code: Int
    /// The sentence of the table.
    public let message: String
    /// What the peer tells the caller to do.
    public let remedy: String
    /// How long to wait, in milliseconds.
    public let retryAfterMs: Int64?
    /// The whole of `error.data`.
    public let data: JSONObject
    /// The HTTP status it came with.
    public let status: Int

    /// True for the given row of the table.
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
    /// The string, or a stand-in when it is none.
    fileprivate func text(or other: String) -> String {
        if case .string(let text) = self { text } else { other }
    }
}
