/// The reply to a request: the bytes of the JSON-RPC answer, and the HTTP status and headers to send with them.
public struct Reply: Sendable, Hashable {
    /// The JSON of the answer; empty when the request contained only notifications.
    public var body: [UInt8]
    /// 200, or 401 for a single request whose token was definitely refused.
    public var status: Int
    /// The value of the `WWW-Authenticate` header; set only with status 401.
    public var challenge: String?
    /// Further headers, such as `DPoP-Nonce`.
    public var headers: [Header]

    public init(body: [UInt8], status: Int = 200, challenge: String? = nil, headers: [Header] = []) {
        self.body = body
        self.status = status
        self.challenge = challenge
        self.headers = headers
    }
}
