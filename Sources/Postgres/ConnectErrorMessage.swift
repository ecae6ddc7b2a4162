#if Postgres
import SQL

/// Reads libpq's message about a failed attempt to connect. libpq gives only a text; the server's SQLSTATE is found in
/// its first line, independently of the server's language.
struct ConnectErrorMessage {
    let failure: ConnectAttemptFailure

    /// - Parameter text: libpq's verbose form: `connection to server at "x", port 5 failed: FATAL:  28P01: …`.
    init(_ text: String) {
        let line = String(text.prefix { $0 != "\n" })
        let parts = line.split(separator: ":").map { $0.drop { $0 == " " } }
        let index = parts.firstIndex { $0.utf8.count == 5 && $0.utf8.first.map { (0x30...0x39).contains($0) } == true }
        if let index, parts[index].allSatisfy({ $0.isNumber || $0.isUppercase }) {
            let message = parts[(index + 1)...].joined(separator: ": ")
            let error = ServerError(state: String(parts[index]), isFatal: true, message: message)
            failure = ConnectAttemptFailure(fault: Self.fault(for: error), isLasting: error.isLasting)
        } else {
            failure = ConnectAttemptFailure(
                fault: .unavailable(line.isEmpty ? "no server answers" : line), isLasting: false)
        }
    }

    private static func fault(for error: ServerError) -> SQLFault {
        switch error.state {
        case "08P01":
            .unavailable(
                "\(error.message); behind pgBouncer in transaction mode set database-prepared-statements=false")
        case _:
            switch error.fault(in: "connect") {
            case .unavailable(let reason): .unavailable(reason)
            case let fault: .unavailable(fault.description)
            }
        }
    }
}
#endif
