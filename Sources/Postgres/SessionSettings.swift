#if Postgres
import Primitives

/// The settings of each session on the server: its timeouts, and that a commit is on the disk before it is answered.
struct SessionSettings: Sendable {
    let settings: [(keyword: String, value: String)]

    init(_ settings: PostgresSettings) {
        self.settings = [
            ("synchronous_commit", "on"),
            ("statement_timeout", "\(settings.statementTimeout.ms)"),
            ("lock_timeout", "\(settings.lockTimeout.ms)"),
            ("idle_in_transaction_session_timeout", "\(settings.idleTimeout.ms)"),
        ]
    }

    /// One statement that applies the settings to the current transaction only, like `SET LOCAL`.
    var setLocal: String {
        "SELECT " + settings.map { "set_config('\($0.keyword)', '\($0.value)', true)" }.joined(separator: ", ")
    }
}
#endif
