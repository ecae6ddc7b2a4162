/// One method and path that is served beside `/rpc`, such as `GET /healthz`.
public struct PlainEndpoint: Sendable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Also serves HEAD.
        case get = "GET"
        case post = "POST"
    }

    public let method: Method
    /// A path that ends in `/*` serves everything below it.
    public let path: String
    /// Runs on the connection's event loop and must not block.
    public let handler: @Sendable (PlainRequest) async -> PlainReply

    public init(_ method: Method, _ path: String, handler: @escaping @Sendable (PlainRequest) async -> PlainReply) {
        self.method = method
        self.path = path
        self.handler = handler
    }
}
