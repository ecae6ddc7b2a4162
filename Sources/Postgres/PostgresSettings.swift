#if Postgres
import SQL

/// Where a PostgreSQL server is and how it is to be used. Holds no password, so it may be logged.
public struct PostgresSettings: Sendable, Hashable {
    /// `postgres://user@host1:port1,host2:port2/name?…`, as libpq reads it. A password in it is refused: name a
    /// ``passwordFile``, or libpq's own `passfile`.
    public var url: String

    /// A file with the password on its first line, read again for every connection; nil when none is needed.
    public var passwordFile: String?

    /// How many connections are open at most for transactions: 1…64. Point reads share one or two more.
    public var poolSize = 8

    /// Whether statements are prepared once per connection. Off behind pgBouncer in transaction mode, where a
    /// connection is another server's from one transaction to the next.
    public var prepared = true

    /// How long one host may take to let us in: 100 ms … 10 s.
    public var connectTimeout: Duration = .seconds(2)

    /// How long one statement may run: 100 ms … 1 h. A server that has said nothing for a second more is given up.
    public var statementTimeout: Duration = .seconds(2)

    /// How long one statement may wait for a lock: 10 ms … 1 h, best below ``statementTimeout``.
    public var lockTimeout: Duration = .milliseconds(1_500)

    /// How long a transaction may stand still between two statements before the server ends it: 100 ms … 1 h.
    public var idleTimeout: Duration = .seconds(5)

    /// How long a caller waits for a connection: 10 ms … 60 s.
    public var waitLimit: Duration = .seconds(3)

    /// What the server's list of connections calls us: 1…63 characters.
    public var applicationName = "latchkey"

    /// A server, used in the usual way.
    public init(url: String) { self.url = url }

    /// How long the server may say nothing before its connection is given up.
    var patience: Duration { statementTimeout + .seconds(1) }

    /// Refuses a setting out of its bounds, naming it.
    func check() throws(SQLFault) {
        func hold<T: Comparable>(_ name: String, _ value: T, _ bounds: ClosedRange<T>) throws(SQLFault) {
            guard bounds.contains(value) else {
                throw .unavailable(
                    "the setting \(name) is \(value); set it between \(bounds.lowerBound) and \(bounds.upperBound)")
            }
        }
        let hour = Duration.seconds(3_600)
        try hold("poolSize", poolSize, 1...64)
        try hold("connectTimeout", connectTimeout, .milliseconds(100) ... .seconds(10))
        try hold("statementTimeout", statementTimeout, .milliseconds(100)...hour)
        try hold("lockTimeout", lockTimeout, .milliseconds(10)...hour)
        try hold("idleTimeout", idleTimeout, .milliseconds(100)...hour)
        try hold("waitLimit", waitLimit, .milliseconds(10) ... .seconds(60))
        try hold("the length of applicationName", applicationName.utf8.count, 1...63)
    }
}
#endif
