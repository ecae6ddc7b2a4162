/// A request that has no response. It holds nothing of what was sent: no address, header or body.
public struct CurlFault: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// No connection: the name is unknown, no server listens, or the socket file is missing.
        case connect
        /// Connecting, or the request as a whole with its wait for a connection, took longer than allowed, or the request
        /// made no progress for the time of its stall limit.
        case timeout
        /// The headers or the body of the response exceeded their limit.
        case tooLarge
        /// The task was cancelled, or the client was closed.
        case cancelled
        /// The client has as many open requests as its settings allow.
        case queueFull
        /// TLS failed: the certificate, its name or the handshake was refused, or a certificate file cannot be read.
        case tls
        /// The peer's address is private, which the request forbids.
        case privateAddress
        /// The mail server refused the mail with this reply code, so it has not taken it.
        case mailRefused(Int)
        /// The request is malformed; the text says what is wrong.
        case unsendable(String)
        /// Any other failure, such as a lost connection, or libcurl without memory. The text names the failure.
        case transport(String)
    }

    public let reason: Reason
    /// True if the peer may have received the request and acted on it. False only if certainly nothing was sent.
    public let mayHaveBeenSent: Bool

    public init(_ reason: Reason, mayHaveBeenSent: Bool = false) {
        self.reason = reason
        self.mayHaveBeenSent = mayHaveBeenSent
    }
}

extension CurlFault: CustomStringConvertible {
    /// One sentence for logs.
    public var description: String {
        let sent = mayHaveBeenSent ? " (the peer may have received the request)" : ""
        return switch reason {
        case .connect: "no connection to the peer"
        case .timeout: "the peer took too long" + sent
        case .tooLarge: "the peer's answer is too large" + sent
        case .cancelled: "the request was cancelled" + sent
        case .queueFull: "too many requests are under way"
        case .tls: "TLS failed: a certificate or the handshake was refused, or a certificate file cannot be read"
        case .privateAddress: "the peer's address is private"
        case .mailRefused(let code): "the mail server refused the mail with \(code)"
        case .unsendable(let what): "the request cannot be sent: \(what)"
        case .transport(let words): "\(words)\(sent)"
        }
    }
}
