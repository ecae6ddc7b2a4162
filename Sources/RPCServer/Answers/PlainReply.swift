public import JSONRPC

/// The answer of a plain endpoint.
public struct PlainReply: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The value of `Content-Type`; nil leaves it out.
    public var contentType: String?
    /// The value of `Cache-Control`.
    public var cacheControl: String
    /// Further header lines.
    public var headers: [Header]
    /// The body.
    public var body: [UInt8]

    /// Makes a reply; never cached unless said otherwise.
    public init(
        status: Int = 200, contentType: String? = nil, cacheControl: String = "no-store", headers: [Header] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.cacheControl = cacheControl
        self.headers = headers
        self.body = body
    }

    /// A line for people.
    public static func text(_ text: String, status: Int = 200) -> PlainReply {
        PlainReply(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// A JSON document.
    public static func json(_ body: [UInt8], status: Int = 200, cacheControl: String = "no-store") -> PlainReply {
        PlainReply(status: status, contentType: "application/json", cacheControl: cacheControl, body: body)
    }
}
