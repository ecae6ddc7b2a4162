public import Primitives
import Synchronization

/// Measures the time for which sweepers of the database have been running, over restarts and over all instances.
///
/// The sum is the row of a table of its own. At each pass an instance adds the time on its steady clock since its own
/// last pass, unless another instance has added something since then. No moment is therefore counted twice, and the sum
/// never grows faster than time passes. The time between a process's last pass and its end is not counted.
public final class SweepTime: Sendable {
    private let steady: SteadyClock
    private let table: String
    /// The last pass of this process, and the number of additions at that time; nil before the first.
    private let last = Mutex<(at: SteadyInstant, additions: Int64)?>(nil)

    /// - Parameter table: a table with the columns `id`, `additions` and `elapsed`.
    public init(_ steady: SteadyClock, table: String) { (self.steady, self.table) = (steady, table) }

    /// Adds the time since the last pass if nobody else has, and returns the sum.
    public func advance(on database: any Database) async throws -> Duration {
        let now = steady.now, before = last.withLock { $0 }
        let (additions, sum) = try await database.write { [table] transaction -> (Int64, Int64) in
            try transaction.run(
                Statement("INSERT INTO \(table) (id, additions, elapsed) VALUES (1, 0, 0) ON CONFLICT DO NOTHING"))
            let lock = Statement("SELECT additions, elapsed FROM \(table) WHERE id = 1 {lockRow}")
            guard let row = try transaction.first(lock) else {
                throw SQLFault.damagedRow("the sum of the sweepers' time is missing right after its insertion")
            }
            var (additions, sum) = (try row.int(0), try row.int(1))
            guard let before, before.additions == additions else { return (additions, sum) }
            additions += 1
            sum += (now - before.at).ms
            try transaction.run(
                Statement(
                    "UPDATE \(table) SET additions = $1, elapsed = $2 WHERE id = 1", .integer(additions),
                    .integer(sum)))
            return (additions, sum)
        }
        last.withLock { $0 = (now, additions) }
        return .milliseconds(sum)
    }
}
