/// The reason why a typed call has no answer.
public enum CallFailure: Error, Sendable, Hashable {
    /// The peer refused the call with a fault.
    case refused(RemoteFault)
    /// No answer was received.
    case unreachable(ConnectionError)
    /// The answer is not what the contract says; `status` is the HTTP status (0 before a request was sent), `reason` a
    /// sentence for a log.
    case unreadable(status: Int, reason: String)

    /// The peer's fault, if it refused the call.
    public var fault: RemoteFault? {
        switch self {
        case .refused(let fault): fault
        case .unreachable, .unreadable: nil
        }
    }
}
