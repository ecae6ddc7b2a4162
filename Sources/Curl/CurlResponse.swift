/// A peer's response. Every status is a response, redirects included.
public struct CurlResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers of the final response.
    public let headers: CurlHeaders
    public let body: [UInt8]
}
