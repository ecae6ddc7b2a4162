import Primitives
import SQL

/// Statements on `prefix_stop`: prefixes to which no codes are sent until a moment. The empty prefix stands for all
/// numbers.
enum PrefixStopTable {
    /// The last stop of a prefix and the last stop of all numbers, each if there was one.
    static func stops(of prefix: String, in transaction: any Transaction) throws -> [SendStop] {
        try transaction.run(
            Statement("SELECT prefix, until, since FROM prefix_stop WHERE prefix IN ($1, '')", .text(prefix))
        ).map { SendStop(prefix: try $0.text(0), until: try $0.instant(1), since: try $0.instant(2)) }
    }

    /// Inserts a stop; changes nothing if its prefix is stopped for as long already.
    static func insert(_ stop: SendStop) -> Statement {
        Statement(
            """
            INSERT INTO prefix_stop (prefix, until, since) VALUES ($1, $2, $3)
            ON CONFLICT (prefix) DO UPDATE SET until = $2, since = $3 WHERE prefix_stop.until < $2
            """, .text(stop.prefix), .instant(stop.until), .instant(stop.since))
    }
}
