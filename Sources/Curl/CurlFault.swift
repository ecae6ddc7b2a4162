/// Why a request has no answer. Holds nothing of what was sent: no address, header or body.
public struct CurlFault: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Reason: Sendable, Hashable {
        /// No connection: the name is unknown, nobody listens, the socket file is missing.
        case connect
        /// Connecting or the whole took longer than allowed.
        case timeout
        /// Headers or body of the answer passed their limit.
        case tooLarge
        /// The task was cancelled, or the client was closed.
        case cancelled
        /// As many requests are under way as the client takes.
        case queueFull
        /// No trust: the certificate, its name or the handshake was refused, or a file of ours cannot be read.
        case tls
        /// The peer's address is private and the request refuses such.
        case privateAddress
        /// The request cannot be sent as it stands; the text says what about it.
        case unsendable(String)
        /// Anything else between the two ends, in libcurl's fixed words.
        case transport(String)
    }

    /// What went wrong.
    public let reason: Reason
    /// Whether the peer may have received the request and acted on it. False only when surely nothing was sent.
    public let mayHaveBeenSent: Bool

    /// A fault; `mayHaveBeenSent` is false unless told.
    public init(_ reason: Reason, mayHaveBeenSent: Bool = false) {
        self.reason = reason
        self.mayHaveBeenSent = mayHaveBeenSent
    }
}

extension CurlFault: CustomStringConvertible {
    /// One plain sentence for logs.
    public var description: String {
        let sent = mayHaveBeenSent ? " (the peer may have received the request)" : ""
        return switch reason {
        case .connect: "no connection to the peer"
        case .timeout: "the peer took too long" + sent
        case .tooLarge: "the peer's answer is too large" + sent
        case .cancelled: "the request was cancelled" + sent
        case .queueFull: "too many requests are under way"
        case .tls: "the peer or our certificate is not trusted"
        case .privateAddress: "the peer's address is private"
        case .unsendable(let what): "the request cannot be sent: \(what)"
        case .transport(let words): "\(words)\(sent)"
        }
    }
}
