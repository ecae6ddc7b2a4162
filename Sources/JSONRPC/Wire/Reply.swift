/// What goes back: the bytes of the JSON-RPC answer and the little HTTP that must go with them.
public struct Reply: Sendable, Hashable {
    /// The JSON of the answer; empty when the request held notifications only.
    public var body: [UInt8]
    /// 200, or 401 for a single request whose token is positively bad.
    public var status: Int
    /// The value of `WWW-Authenticate`, with a 401.
    public var challenge: String?
    /// Further headers, such as `DPoP-Nonce`.
    public var headers: [Header]

    /// Makes a reply; 200 unless said otherwise.
    public init(body: [UInt8], status: Int = 200, challenge: String? = nil, headers: [Header] = []) {
        self.body = body
        self.status = status
        self.challenge = challenge
        self.headers = headers
    }
}
