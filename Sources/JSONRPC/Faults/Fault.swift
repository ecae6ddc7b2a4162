public import StrictJSON

/// The refusal of a call: its kind and the details of this one case.
///
/// Handlers throw it; any other error of theirs is answered with `internal`. No member may hold a secret or another
/// person's data.
public struct Fault: Error, Sendable, Hashable {
    public var kind: FaultKind
    /// The time to wait before the call is repeated, in milliseconds.
    public var retryAfterMs: Int64?
    /// The path of the invalid member of params, such as `ops[0].id`.
    public var field: String?
    /// The state in which an event was refused.
    public var state: String?
    /// The event that was refused in `state`.
    public var event: String?
    /// Further members of `error.data`.
    public var detail: JSONObject?

    public init(
        _ kind: FaultKind, retryAfterMs: Int64? = nil, field: String? = nil, state: String? = nil,
        event: String? = nil, detail: JSONObject? = nil
    ) {
        self.kind = kind
        self.retryAfterMs = retryAfterMs
        self.field = field
        self.state = state
        self.event = event
        self.detail = detail
    }

    /// - Parameter reason: why the call was refused, as `data.reason`.
    public init(_ kind: FaultKind, reason: String) { self.init(kind, detail: ["reason": .string(reason)]) }

    /// Returns the JSON-RPC `error` member `{code, message, data}`, whose `data` is
    /// `{fault, remedy, retryAfterMs?, field?, state?, event?, …detail, traceId}`.
    func object(traceID: String) -> JSONObject {
        var data: [(String, JSON)] = [("fault", .string(kind.name)), ("remedy", .string(kind.remedy))]
        if let retryAfterMs { data.append(("retryAfterMs", .number(JSONNumber(retryAfterMs)))) }
        if let field { data.append(("field", .string(field))) }
        if let state { data.append(("state", .string(state))) }
        if let event { data.append(("event", .string(event))) }
        if let detail { for member in detail { data.append((member.key, member.value)) } }
        data.append(("traceId", .string(traceID)))
        return JSONObject([
            ("code", .number(JSONNumber(kind.code))),
            ("message", .string(kind.message)),
            ("data", .object(JSONObject(data))),
        ])
    }
}
