#if Postgres
import CPostgres
import SQL

/// An error as the server tells it, without its details, which may hold stored values.
struct ServerError: Sendable, Hashable {
    /// The five characters that say what it is (SQLSTATE).
    let state: String
    /// Whether the server ended the connection with it.
    let isFatal: Bool
    /// One sentence of the server's; empty where it may quote a value.
    let message: String
    /// The violated constraint, if there is one.
    let constraint: String?

    /// Its class: the first two characters.
    var family: Substring { state.prefix(2) }

    init(state: String, isFatal: Bool = false, message: String = "", constraint: String? = nil) {
        self.state = state
        self.isFatal = isFatal
        self.message = Self.quoting.contains(String(state.prefix(2))) ? "" : message
        self.constraint = constraint
    }

    /// Reads a failed result.
    init(_ result: OpaquePointer) {
        let part = { (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) } }
        self.init(
            state: part(latchkey_postgres_sqlstate(result)) ?? "",
            isFatal: ["FATAL", "PANIC"].contains(part(latchkey_postgres_severity(result))),
            message: part(latchkey_postgres_message(result)) ?? "",
            constraint: part(latchkey_postgres_constraint(result)))
    }

    /// Classes whose sentence may quote a value: data exceptions, errors raised by functions, internal errors.
    private static let quoting: Set<String> = ["22", "P0", "XX"]

    /// Whether the whole transaction may simply be run again.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Whether the connection's prepared statements are not what we think, which preparing them again cures.
    var isStalePlan: Bool { state == "26000" || state == "0A000" }

    /// Whether the server has become one that cannot write.
    var isReadOnly: Bool { state == "25006" }

    /// Whether this user may not do what was asked.
    var isForbidden: Bool { state == "42501" }

    /// Whether no later attempt will do better until somebody changes something.
    var isLasting: Bool { family == "28" || family == "3D" || state == "08P01" || state == "42501" }

    /// What a caller is told.
    func fault(in text: String) -> SQLFault {
        switch (state, family) {
        case (_, "23"): .constraint(constraint ?? (message.isEmpty ? state : message))
        case ("53100", _): .full
        case ("58030", _), ("XX001", _), ("XX002", _): .corrupt("the server reports damage or a failed disk (\(state))")
        case ("40003", _): .unknownOutcome("the server does not know itself (40003)")
        case (let state, _) where Self.sentences[state] != nil: .unavailable(Self.sentences[state] ?? state)
        case (_, "08"), (_, "28"), (_, "3D"), (_, "40"), (_, "53"), (_, "57"):
            .unavailable("the server refused: \(message) (\(state))")
        case _:
            .statement(
                text: text,
                message: (message.isEmpty ? state : "\(message) (\(state))")
                    + (Self.advice[state].map { "; " + $0 } ?? ""))
        }
    }

    /// What to do about a statement, where the server does not say it.
    private static let advice = [
        "42501": "run deploy/postgres/setup.sh as a superuser: it grants what the services need",
        "42P05": "behind pgBouncer in transaction mode set prepared to off",
        "42P08": "a NULL shows no type, so the parameter's first place must: id = $1 OR $1 IS NULL",
        "42P18": "a NULL shows no type, so the parameter's first place must: id = $1 OR $1 IS NULL",
    ]

    private static let sentences = [
        "25006": "the server only reads just now, as a standby does; the next one that writes is looked for",
        "25P03": "a transaction stood still for too long and the server ended it",
        "28000": "the server does not let this user in from here; check the user in the URL and pg_hba.conf",
        "28P01": "the server refused the password; check the password file and the user in the URL",
        "3D000": "the database of the URL does not exist on the server; create it",
        "40001": "other transactions came in between each time it was tried; ask again later",
        "40P01": "other transactions locked the same rows crosswise each time it was tried; ask again later",
        "53300": "the server has no connection left; raise its max_connections or lower the pool's size",
        "55P03": "a lock was not free within the lock timeout",
        "57014": "a statement ran into the statement timeout, or an operator cancelled it",
        "57P01": "the server is shutting down, or an operator ended the connection",
        "57P02": "the server has crashed and is recovering",
        "57P03": "the server is starting up or shutting down",
    ]
}
#endif
