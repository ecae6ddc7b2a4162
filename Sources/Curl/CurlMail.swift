/// One mail for a relay. A finished ``CurlResponse`` means that the relay took it; its status is the last SMTP code.
public struct CurlMail: Sendable {
    /// `smtp://relay:port` or `smtps://relay:port`; a path names ourselves in the greeting.
    public var relay: String
    /// Envelope sender, a bare address.
    public var sender: String
    /// Envelope recipients, bare addresses, at least one.
    public var recipients: [String]
    /// The whole message, header and body, lines ended by CRLF.
    public var message: [UInt8]
    /// Log-in at the relay, if it wants one.
    public var user: String?
    /// Password of that log-in.
    public var password: String?
    /// Whether the mail is refused when the relay offers no TLS.
    public var tlsRequired: Bool
    /// How long connecting may take, in milliseconds.
    public var connectMs: Int
    /// How long everything may take, in milliseconds.
    public var totalMs: Int

    /// A mail over TLS without log-in that connects within 1 s and ends within 10 s, unless said otherwise.
    public init(
        through relay: String, from sender: String, to recipients: [String], message: [UInt8], user: String? = nil,
        password: String? = nil, tlsRequired: Bool = true, connectMs: Int = 1_000, totalMs: Int = 10_000
    ) {
        self.relay = relay
        self.sender = sender
        self.recipients = recipients
        self.message = message
        self.user = user
        self.password = password
        self.tlsRequired = tlsRequired
        self.connectMs = connectMs
        self.totalMs = totalMs
    }
}
