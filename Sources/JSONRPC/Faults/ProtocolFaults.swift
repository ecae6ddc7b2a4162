/// The errors of JSON-RPC 2.0 (section 5.1), and those of a router.
// swift-format-ignore
extension FaultKind {
    public static let parseError = FaultKind(
        "parseError", -32700, "The body is not strict JSON.",
        remedy: "send valid UTF-8 JSON without duplicate keys, at most 32 deep")
    public static let invalidRequest = FaultKind(
        "invalidRequest", -32600, "The JSON is not a JSON-RPC 2.0 request.",
        remedy: "send jsonrpc \"2.0\", a method name, and an id that is a string, a number or null")
    public static let methodNotFound = FaultKind(
        "methodNotFound", -32601, "There is no such method here.",
        remedy: "ask rpc.discover for the methods of this service")
    public static let invalidParams = FaultKind(
        "invalidParams", -32602, "A member of params is missing, unknown or out of bounds.",
        remedy: "correct the member named in data.field")
    public static let internalError = FaultKind(
        "internal", -32603, "Something failed on our side.",
        remedy: "repeat with the same requestId later; tell the administrator the trace id",
        administratorAction: "look the trace id up in the log")
    public static let notInBatch = FaultKind(
        "notInBatch", 9001, "This method may not be called inside a batch.",
        remedy: "send it as a single request")
    public static let batchTooLarge = FaultKind(
        "batchTooLarge", -32600, "The batch is too large.",
        remedy: "send at most 50 calls in one batch")

    public static let answerTooLarge = FaultKind(
        "answerTooLarge", 9005, "The answer would be larger than one HTTP response may be.",
        remedy: "send fewer calls at once",
        administratorAction: "report it if the request was a single call")

    public static let protocolFaults: [FaultKind] = [
        .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .notInBatch, .batchTooLarge,
        .answerTooLarge,
    ]
}
