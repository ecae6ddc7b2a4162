public import StrictJSON

/// A refusal on its way to the caller: a row of the table and the facts of this one case.
///
/// Handlers throw it; anything else they throw becomes `internal`. No member may hold a secret or another person's data.
public struct Fault: Error, Sendable, Hashable {
    /// The row of the table.
    public var kind: FaultKind
    /// How long to wait before asking again, in milliseconds.
    public var retryAfterMs: Int64?
    /// The member of params that is at fault, as a dotted path.
    public var field: String?
    /// The state a refused move started from.
    public var state: String?
    /// The event that was refused in `state`.
    public var event: String?
    /// Further members for `error.data`, documented with the row.
    public var detail: JSONObject?

    /// Makes a refusal of the given kind.
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

    /// The JSON-RPC `error` member: `{code, message, data}`.
    ///
    /// `data` is `{fault, remedy, retryAfterMs?, field?, state?, event?, …detail, traceId}`.
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
