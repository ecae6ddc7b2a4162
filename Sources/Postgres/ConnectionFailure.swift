#if Postgres
import SQL

/// The reason why an exchange with the server failed. From it ``RetryPolicy`` decides whether to retry, and otherwise
/// what the caller gets.
enum ConnectionFailure: Error, Sendable, Hashable {
    /// The server answered a statement with an error. The connection still works.
    case refused(ServerError, text: String)
    /// The connection was lost, or its replies no longer match what was sent; with the error by which the server closed
    /// it, if one arrived.
    case lost(ServerError?)
    /// The server did not answer before the deadline. The connection is not used again.
    case timedOut
    /// The fault was found on this side, for example a wrong statement that was not sent, a result of an unsupported
    /// type, or a commit that the standby did not confirm.
    case local(SQLFault)

    /// The fault the caller gets when nothing was changed: the commit has not been sent, or the server refused it. A
    /// ``local(_:)`` fault is passed on as it is.
    var fault: SQLFault {
        switch self {
        case .refused(let error, let text): error.fault(in: text)
        case .lost(let error?): error.fault(in: "")
        case .lost(nil): .unavailable("the connection to the server was lost; nothing was changed")
        case .timedOut: .unavailable("the server did not answer in time and its connection was closed")
        case .local(let fault): fault
        }
    }

    /// The fault the caller gets when the commit has been sent.
    var faultAfterCommit: SQLFault {
        switch self {
        case .lost(let error?) where error.state == "25P03":  // the idle timeout, so it came before the commit
            error.fault(in: "COMMIT")
        case .lost(let error):
            .unknownOutcome(
                "the connection was lost before the commit was answered\(error.map { " (\($0.state))" } ?? "")")
        case .timedOut: .unknownOutcome("the server did not answer the commit in time")
        case .refused, .local: fault
        }
    }

    /// True if the connection cannot be used any more.
    var endsConnection: Bool {
        switch self {
        case .lost, .timedOut: true
        case .refused, .local: false
        }
    }
}
#endif
