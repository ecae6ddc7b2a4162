#if Postgres
import Primitives
import SQL

/// Work of one caller that waits for a connection of the pool.
protocol PoolJob: Sendable {
    /// The time at which the caller submitted the work.
    var accepted: SteadyInstant { get }
    /// Resumes the caller with a fault; the work had no effect.
    var refuse: @Sendable (SQLFault) -> Void { get }
}
#endif
