#if Postgres
import SQL

/// The address of a PostgreSQL server, and limits and timeouts for its use. Contains no password, so it may be logged.
public struct PostgresSettings: Sendable, Hashable {
    /// `postgres://user@host1:port1,host2:port2/name?…`, as libpq reads it. A password in it is refused: set
    /// ``passwordFile``, or libpq's own `passfile`.
    public var url: String

    /// A file with the password in its first line, read again for every connection; nil if the server needs none.
    public var passwordFile: String?

    /// True allows a host other than this one without `sslmode=verify-full` in the URL. Whoever is on the way to the
    /// server can then take its place, because libpq's default does not verify the server and accepts plain connections.
    public var trustsNetwork = false

    /// The most connections for transactions: 1…64. With ``preparesStatements``, reads of single statements share one
    /// or two more.
    public var poolSize = 8

    /// True to prepare statements once per connection. Must be false behind pgBouncer in transaction mode, where each
    /// transaction may use another server connection.
    public var preparesStatements = true

    /// The longest time in which one host may accept a connection: 100 ms … 10 s. The lookup of the host's name is not
    /// included.
    public var connectTimeout: Duration = .seconds(2)

    /// The longest time that one statement may run: 100 ms … 1 h. A connection on which the server is silent for one
    /// second longer is closed.
    public var statementTimeout: Duration = .seconds(2)

    /// The longest time that one statement may wait for a lock: 10 ms … 1 h, best below ``statementTimeout``.
    public var lockTimeout: Duration = .milliseconds(1_500)

    /// The time between two statements after which the server ends an idle transaction: 100 ms … 1 h.
    public var idleTimeout: Duration = .seconds(5)

    /// The longest time that a caller waits for a connection: 10 ms … 60 s.
    public var waitLimit: Duration = .seconds(3)

    /// The name of these connections in the server's `pg_stat_activity`: 1…63 bytes.
    public var applicationName = "latchkey"

    public init(url: String) { self.url = url }

    /// A connection on which the server is silent for this long is closed.
    var answerTimeout: Duration { statementTimeout + .seconds(1) }

    /// The number of connections that reads of single statements share. It is 0 without prepared statements, where each
    /// such read is a transaction.
    var pointReadConnections: Int { preparesStatements ? max(1, min(2, poolSize / 4)) : 0 }

    /// Reads the URL and the password file without connecting.
    ///
    /// - Throws: ``SQLFault/unavailable(_:)``, one line that says what to change.
    public func checkAddress() throws { _ = try ConnectionTarget(self).password() }

    /// - Throws: ``SQLFault/unavailable(_:)`` with the name and bounds of the first setting that is out of bounds.
    func check() throws(SQLFault) {
        func require<T: Comparable>(_ name: String, _ value: T, _ bounds: ClosedRange<T>) throws(SQLFault) {
            guard bounds.contains(value) else {
                throw .unavailable(
                    "the setting \(name) is \(value); set it between \(bounds.lowerBound) and \(bounds.upperBound)")
            }
        }
        let hour = Duration.seconds(3_600)
        try require("poolSize", poolSize, 1...64)
        try require("connectTimeout", connectTimeout, .milliseconds(100) ... .seconds(10))
        try require("statementTimeout", statementTimeout, .milliseconds(100)...hour)
        try require("lockTimeout", lockTimeout, .milliseconds(10)...hour)
        try require("idleTimeout", idleTimeout, .milliseconds(100)...hour)
        try require("waitLimit", waitLimit, .milliseconds(10) ... .seconds(60))
        try require("the length of applicationName", applicationName.utf8.count, 1...63)
    }
}
#endif
