#if Postgres
import Primitives
import SQL

/// A time in which no server lets us in.
struct Outage: Sendable {
    /// What the last attempt ended with.
    let fault: SQLFault
    /// Whether waiting will not help: a wrong password, a missing database.
    let isLasting: Bool
    /// When it began.
    let since: SteadyInstant
    /// How long to stand still before the next attempt: 50 ms, then twice as long each time, at most 1 s.
    let pause: Duration

    /// The first or the next failed attempt.
    init(after earlier: Outage?, _ failure: DialFailure, at now: SteadyInstant) {
        fault = failure.fault
        isLasting = failure.isLasting
        since = earlier?.since ?? now
        pause = earlier.map { min($0.pause * 2, .seconds(1)) } ?? .milliseconds(50)
    }
}
#endif
