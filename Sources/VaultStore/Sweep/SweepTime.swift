import Primitives
import SQL
import Synchronization

/// Measures the time for which sweepers of the database have been running, over restarts and over all instances.
///
/// The sum is a row of `vault_sweep`. At each pass an instance adds the time on its steady clock since its own last
/// pass, unless another instance has added something since then. No moment is therefore counted twice, and the sum
/// never grows faster than time passes. The time between a process's last pass and its end is not counted.
final class SweepTime: Sendable {
    private let steady: SteadyClock
    /// The last pass of this process, and the number of additions at that time; nil before the first.
    private let last = Mutex<(at: SteadyInstant, additions: Int64)?>(nil)

    init(_ steady: SteadyClock) { self.steady = steady }

    /// Adds the time since the last pass if nobody else has, and returns the sum.
    func advance(on database: any Database) async throws -> Duration {
        let now = steady.now, before = last.withLock { $0 }
        let (additions, sum) = try await database.write { transaction -> (Int64, Int64) in
            try transaction.run(SweepTable.insertSumIfAbsent)
            guard let row = try transaction.first(SweepTable.lockSum) else {
                throw SQLFault.damagedRow("the sum of the sweepers' time is missing right after its insertion")
            }
            var (additions, sum) = (try row.int(0), try row.int(1))
            guard let before, before.additions == additions else { return (additions, sum) }
            additions += 1
            sum += (now - before.at).ms
            try transaction.run(SweepTable.setSum(sum, additions: additions))
            return (additions, sum)
        }
        last.withLock { $0 = (now, additions) }
        return .milliseconds(sum)
    }
}
