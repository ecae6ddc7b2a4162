import JSONRPC

/// An HTTP request refused before anyone looked at its JSON.
struct Refusal: Sendable, Hashable {
    let status: Int
    /// One plain sentence, sent as the body.
    let sentence: String
    var headers: [Header] = []

    static let unreadable = Refusal(status: 400, sentence: "This is not a well-formed HTTP/1.1 request.")
    static let notFound = Refusal(status: 404, sentence: "There is nothing at this path; JSON-RPC is at POST /rpc.")
    static let tooLarge = Refusal(status: 413, sentence: "The body is larger than this service accepts.")
    static let unsupportedType = Refusal(status: 415, sentence: "Send JSON as application/json, without encoding.")
    static let expectationFailed = Refusal(status: 417, sentence: "The only expectation met is 100-continue.")
    static let headerTooLarge = Refusal(status: 431, sentence: "The request line or header is too large.")
    static let timeout = Refusal(status: 408, sentence: "The request came too slowly.")
    static let tooManyConnections = Refusal(
        status: 429, sentence: "Too many connections from one address.", headers: [Header("Retry-After", "1")])
    static let shedding = Refusal(
        status: 503, sentence: "Too busy; try again shortly.", headers: [Header("Retry-After", "1")])
    static let draining = Refusal(
        status: 503, sentence: "This instance is going away; connect again.", headers: [Header("Retry-After", "1")])

    static func methodNotAllowed(_ allowed: String) -> Refusal {
        Refusal(
            status: 405, sentence: "This path takes another HTTP method.", headers: [Header("Allow", allowed)])
    }
}
