/// What the peer answered; any status is an answer, redirects included.
public struct CurlResponse: Sendable {
    /// HTTP status, or the last SMTP code of a mail.
    public let status: Int
    /// Header fields of the final answer.
    public let headers: CurlHeaders
    /// The body as it came.
    public let body: [UInt8]
}
