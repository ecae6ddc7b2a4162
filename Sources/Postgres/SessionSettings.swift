#if Postgres
import Primitives

/// The server's own limits on what we do, and the promise that a commit is on its disk before it is answered.
struct SessionSettings: Sendable {
    /// Each setting and its value.
    let words: [(keyword: String, value: String)]

    /// The limits of these settings.
    init(_ settings: PostgresSettings) {
        words = [
            ("synchronous_commit", "on"),
            ("statement_timeout", "\(settings.statementTimeout.ms)"),
            ("lock_timeout", "\(settings.lockTimeout.ms)"),
            ("idle_in_transaction_session_timeout", "\(settings.idleTimeout.ms)"),
        ]
    }

    /// A statement that sets them for the present transaction alone (`SET LOCAL`, all in one).
    var local: String {
        "SELECT " + words.map { "set_config('\($0.keyword)', '\($0.value)', true)" }.joined(separator: ", ")
    }
}
#endif
