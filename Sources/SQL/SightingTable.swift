import Primitives

/// Statements on `sweep_sighting(elapsed)`: the times that the sweepers' host clocks have shown, each with the sum of
/// `SweepTime` at that moment.
enum SightingTable {
    /// Lowers the times that are later than `now`, because a clock has shown an earlier one since.
    static func lower(to now: Instant) -> Statement {
        Statement("UPDATE sweep_sighting SET time = $1 WHERE time > $1", .instant(now))
    }

    /// Selects the sum at the last sighting.
    static let selectLast = Statement("SELECT MAX(elapsed) FROM sweep_sighting")

    static func insert(_ now: Instant, at elapsed: Duration) -> Statement {
        Statement(
            "INSERT INTO sweep_sighting (elapsed, time) VALUES ($1, $2) ON CONFLICT DO NOTHING", .integer(elapsed.ms),
            .instant(now))
    }

    /// Selects sum and time of the last sighting at which the sum was at most this.
    static func selectLast(upTo elapsed: Duration) -> Statement {
        Statement(
            "SELECT elapsed, time FROM sweep_sighting WHERE elapsed <= $1 ORDER BY elapsed DESC LIMIT 1",
            .integer(elapsed.ms))
    }

    static func delete(before elapsed: Duration) -> Statement {
        Statement("DELETE FROM sweep_sighting WHERE elapsed < $1", .integer(elapsed.ms))
    }
}
