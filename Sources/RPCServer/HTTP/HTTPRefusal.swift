import JSONRPC

/// A response that refuses a request, before its JSON is read, or a new connection: because of the request's HTTP form
/// or of the server's limits.
struct HTTPRefusal: Sendable, Hashable {
    let status: Int
    /// One sentence, sent as the body.
    let message: String
    var headers: [Header] = []

    static let malformed = HTTPRefusal(status: 400, message: "This is not a well-formed HTTP/1.1 request.")
    static let clientAddressMissing = HTTPRefusal(
        status: 400, message: "The proxy has to send the client's address as the last one in X-Forwarded-For.")
    static let notFound = HTTPRefusal(status: 404, message: "There is nothing at this path; JSON-RPC is at POST /rpc.")
    static let timeout = HTTPRefusal(status: 408, message: "The request came too slowly.")
    static let bodyTooLarge = HTTPRefusal(status: 413, message: "The body is larger than this service accepts.")
    static let unsupportedType = HTTPRefusal(
        status: 415, message: "Send JSON with Content-Type application/json and without Content-Encoding.")
    static let expectationFailed = HTTPRefusal(status: 417, message: "The only expectation met is 100-continue.")
    static let headerTooLarge = HTTPRefusal(status: 431, message: "The request line or header is too large.")
    static let tooManyConnections = HTTPRefusal(
        status: 429, message: "Too many connections from one address.", headers: [Header("Retry-After", "1")])
    static let overloaded = HTTPRefusal(
        status: 503, message: "Too busy; try again shortly.", headers: [Header("Retry-After", "1")])

    static func methodNotAllowed(_ allowed: String) -> HTTPRefusal {
        HTTPRefusal(
            status: 405, message: "This path takes another HTTP method.", headers: [Header("Allow", allowed)])
    }
}
