public import JSONRPC

/// The response of a plain endpoint.
public struct PlainReply: Sendable {
    public var status: Int
    /// The value of `Content-Type`; nil omits the header.
    public var contentType: String?
    /// The value of `Cache-Control`.
    public var cacheControl: String
    /// Further headers.
    public var headers: [Header]
    public var body: [UInt8]

    /// Makes a reply that must not be cached, unless `cacheControl` allows it.
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

    /// A `text/plain` reply.
    public static func text(_ text: String, status: Int = 200) -> PlainReply {
        PlainReply(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// An `application/json` reply.
    public static func json(_ body: [UInt8], status: Int = 200, cacheControl: String = "no-store") -> PlainReply {
        PlainReply(status: status, contentType: "application/json", cacheControl: cacheControl, body: body)
    }
}
