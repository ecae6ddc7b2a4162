/// The reason why a typed call has no answer.
public enum CallFailure: Error, Sendable, Hashable {
    /// The peer refused the call with a fault.
    case refused(RemoteFault)
    /// No answer was received.
    case unreachable(ConnectionError)
    /// The answer is not what the contract says, or the request could not be written. `status` is the HTTP status (0 if
    /// no request was sent), `reason` a text for a log.
    case unreadable(status: Int, reason: String)

    /// The peer's fault, if it refused the call.
    public var fault: RemoteFault? {
        switch self {
        case .refused(let fault): fault
        case .unreachable, .unreadable: nil
        }
    }
}
