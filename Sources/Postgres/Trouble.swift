#if Postgres
import SQL

/// What went wrong between us and the server, before it is decided what the caller is told.
enum Trouble: Error, Sendable, Hashable {
    /// The server answered with an error; the connection is fine.
    case refused(ServerError, text: String)
    /// The connection is gone, with the server's last word if it had one.
    case lost(ServerError?)
    /// The server said nothing for too long; the connection was given up.
    case silent
    /// The fault is known already: a statement that was never sent, or an answer in a type we do not keep.
    case told(SQLFault)

    /// What a caller is told when nothing was committed.
    var fault: SQLFault {
        switch self {
        case .refused(let error, let text): error.fault(in: text)
        case .lost(let error?): error.fault(in: "")
        case .lost(nil): .unavailable("the connection to the server was lost; nothing was changed")
        case .silent: .unavailable("the server did not answer in time and its connection was given up")
        case .told(let fault): fault
        }
    }

    /// What a caller is told when the commit had been sent.
    var faultAfterCommit: SQLFault {
        switch self {
        case .lost(let error?) where error.state == "25P03": error.fault(in: "COMMIT")  // so it came before the commit
        case .lost(let error):
            .unknownOutcome(
                "the connection was lost before the commit was answered\(error.map { " (\($0.state))" } ?? "")")
        case .silent: .unknownOutcome("the server did not answer the commit in time")
        case .refused, .told: fault
        }
    }

    /// Whether the connection cannot be used any more.
    var endsLink: Bool {
        switch self {
        case .lost, .silent: true
        case .refused, .told: false
        }
    }
}
#endif
