/// One path and method answered beside `/rpc`, such as `GET /healthz`.
public struct PlainEndpoint: Sendable {
    /// The methods such an endpoint may have; GET answers HEAD too.
    public enum Verb: String, Sendable, Hashable, CaseIterable {
        /// Reads.
        case get = "GET"
        /// Does something.
        case post = "POST"
    }

    /// The method.
    public let verb: Verb
    /// The path; one ending in `/*` takes everything below it.
    public let path: String
    /// Answers; runs on the connection's event loop and must not block.
    public let handler: @Sendable (PlainRequest) async -> PlainReply

    /// Serves a path.
    public init(_ verb: Verb, _ path: String, handler: @escaping @Sendable (PlainRequest) async -> PlainReply) {
        self.verb = verb
        self.path = path
        self.handler = handler
    }
}
