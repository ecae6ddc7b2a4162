#if Postgres
import SQL

/// Why a connection was not made. libpq tells it only as text, so the server's code is picked out of the text's first
/// line, whatever language the server speaks.
struct ConnectMessage {
    /// What callers are told.
    let failure: DialFailure

    /// Reads what libpq says in its verbose form: `connection to server at "x", port 5 failed: FATAL:  28P01: …`.
    init(_ text: String) {
        let line = String(text.prefix { $0 != "\n" })
        let parts = line.split(separator: ":").map { $0.drop { $0 == " " } }
        let at = parts.firstIndex { $0.utf8.count == 5 && $0.utf8.first.map { (0x30...0x39).contains($0) } == true }
        if let at, parts[at].allSatisfy({ $0.isNumber || $0.isUppercase }) {
            let message = parts[(at + 1)...].joined(separator: ": ")
            let error = ServerError(state: String(parts[at]), isFatal: true, message: message)
            failure = DialFailure(fault: Self.named(error), isLasting: error.isLasting)
        } else {
            failure = DialFailure(fault: .unavailable(line.isEmpty ? "no server answers" : line), isLasting: false)
        }
    }

    private static func named(_ error: ServerError) -> SQLFault {
        switch error.state {
        case "08P01":
            .unavailable("\(error.message); behind pgBouncer in transaction mode set prepared to off")
        case _:
            switch error.fault(in: "connect") {
            case .unavailable(let reason): .unavailable(reason)
            case let fault: .unavailable(fault.description)
            }
        }
    }
}
#endif
