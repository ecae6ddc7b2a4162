#if Postgres
import CPostgres
import SQL

/// An error of the server, without its detail field, which may contain stored values.
struct ServerError: Sendable, Hashable {
    /// The SQLSTATE: five characters that identify the kind of error.
    let state: String
    /// True if the server closed the connection after it.
    let isFatal: Bool
    /// The server's message; empty for the classes of errors whose message may contain a value.
    let message: String
    /// The violated constraint; nil for other errors.
    let constraint: String?

    /// The class of the error: the first two characters of its SQLSTATE.
    var stateClass: Substring { state.prefix(2) }

    init(state: String, isFatal: Bool = false, message: String = "", constraint: String? = nil) {
        self.state = state
        self.isFatal = isFatal
        self.message = Self.valueQuotingClasses.contains(String(state.prefix(2))) ? "" : message
        self.constraint = constraint
    }

    /// Reads the error of a failed result.
    init(_ result: OpaquePointer) {
        let part = { (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) } }
        self.init(
            state: part(latchkey_postgres_sqlstate(result)) ?? "",
            isFatal: ["FATAL", "PANIC"].contains(part(latchkey_postgres_severity(result))),
            message: part(latchkey_postgres_message(result)) ?? "",
            constraint: part(latchkey_postgres_constraint(result)))
    }

    /// Classes whose message may contain a value: data exceptions, errors raised by functions, internal errors.
    private static let valueQuotingClasses: Set<String> = ["22", "P0", "XX"]

    /// True for a serialization failure and a deadlock: the transaction had no effect and can be retried.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// True if a prepared statement is missing on the server or its result type may have changed: preparing it again
    /// helps. The server also sends 0A000 for other unsupported features, where it does not help.
    var isStalePreparation: Bool { state == "26000" || state == "0A000" }

    /// True if a write was refused, because the server is a standby or the transaction is read-only.
    var isRefusedWrite: Bool { state == "25006" }

    /// True if the server may be a standby: it refuses writes with 25006, and the query for its timeline with 55000.
    /// The message says so as well, but in the server's language.
    var isReadOnly: Bool { isRefusedWrite || state == "55000" }

    /// True if the database user lacks a privilege.
    var isForbidden: Bool { state == "42501" }

    /// True if every further attempt to connect fails until an administrator changes something, such as a password or a
    /// privilege.
    var isLasting: Bool { stateClass == "28" || stateClass == "3D" || state == "08P01" || state == "42501" }

    /// The fault that the caller gets.
    func fault(in text: String) -> SQLFault {
        switch (state, stateClass) {
        case (_, "23"): .constraint(constraint ?? (message.isEmpty ? state : message))
        case ("53100", _): .full
        case ("58030", _), ("XX001", _), ("XX002", _): .corrupt("the server reports damage or a failed disk (\(state))")
        case ("40003", _): .unknownOutcome("the server does not know the outcome (40003)")
        case (let state, _) where Self.messages[state] != nil: .unavailable(Self.messages[state] ?? state)
        case (_, "08"), (_, "28"), (_, "3D"), (_, "40"), (_, "53"), (_, "57"):
            .unavailable("the server refused: \(message) (\(state))")
        case _:
            .statement(
                text: text,
                message: (message.isEmpty ? state : "\(message) (\(state))")
                    + (Self.advice[state].map { "; " + $0 } ?? ""))
        }
    }

    /// Advice appended to the server's message.
    private static let advice = [
        "42501": "run deploy/postgres/setup.sh as a superuser: it grants what the services need",
        "42P05": "behind pgBouncer in transaction mode set database-prepared-statements=false",
        "42P08": "a NULL has no type, so the first use of the parameter must determine it: id = $1 OR $1 IS NULL",
        "42P18": "a NULL has no type, so the first use of the parameter must determine it: id = $1 OR $1 IS NULL",
    ]

    /// The complete message for an error that makes the database unavailable.
    private static let messages = [
        "25006": "the server is read-only, as a standby is; a server that accepts writes is being looked for",
        "25P03": "a transaction was idle for too long and the server ended it",
        "28000": "the server refuses this user from this host; check the user in the URL and pg_hba.conf",
        "28P01": "the server refused the password; check the password file and the user in the URL",
        "3D000": "the database of the URL does not exist on the server; create it",
        "55000": "the server is read-only, as a standby is; a server that accepts writes is being looked for",
        "40001": "conflicts with other transactions remained after all retries; try again later",
        "40P01": "deadlocks with other transactions remained after all retries; try again later",
        "53300": "the server has no connection left; raise its max_connections or lower database-pool",
        "55P03": "a lock was not free within the lock timeout",
        "57014": "a statement ran into the statement timeout, or an administrator cancelled it",
        "57P01": "the server is shutting down, or an administrator ended the connection",
        "57P02": "the server has crashed and is recovering",
        "57P03": "the server is starting up or shutting down",
    ]
}
#endif
