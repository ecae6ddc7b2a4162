import Primitives
import SQL

/// Statements on `prefix_stop`: prefixes to which no codes are sent until a moment.
enum PrefixStopTable {
    /// The moment until which a prefix was stopped last; nil if it never was.
    static func stoppedUntil(_ prefix: String, in transaction: any Transaction) throws -> Instant? {
        try transaction.first(Statement("SELECT until FROM prefix_stop WHERE prefix = $1", .text(prefix)))
            .map { try $0.instant(0) }
    }

    /// Stops a prefix; changes nothing if it is stopped for as long already.
    static func stop(_ prefix: String, until moment: Instant) -> Statement {
        Statement(
            """
            INSERT INTO prefix_stop (prefix, until) VALUES ($1, $2)
            ON CONFLICT (prefix) DO UPDATE SET until = $2 WHERE prefix_stop.until < $2
            """, .text(prefix), .instant(moment))
    }
}
