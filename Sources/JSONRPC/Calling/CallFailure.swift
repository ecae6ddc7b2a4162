/// Why a typed call has no answer.
public enum CallFailure: Error, Sendable, Hashable {
    /// The peer said no, and why.
    case refused(RemoteFault)
    /// No answer came.
    case unreachable(ConnectionError)
    /// Something answered that is not a JSON-RPC peer of ours: the HTTP status, and a sentence for a log.
    case unreadable(status: Int, reason: String)

    /// The peer's refusal, if it is one.
    public var fault: RemoteFault? {
        switch self {
        case .refused(let fault): fault
        case .unreachable, .unreadable: nil
        }
    }
}
