#if Postgres
import Primitives
import SQL

/// A time during which every attempt to connect fails.
struct Outage: Sendable {
    /// The fault of the last attempt.
    let fault: SQLFault
    /// True if waiting will not help, as with a wrong password or a missing database.
    let isLasting: Bool
    /// The time at which the first attempt failed.
    let since: SteadyInstant
    /// The pause before the next attempt: 50 ms at first, doubled after each failure up to 1 s.
    let pause: Duration

    /// - Parameter earlier: the outage that this failure continues; nil for the first failure.
    init(after earlier: Outage?, _ failure: ConnectAttemptFailure, at now: SteadyInstant) {
        fault = failure.fault
        isLasting = failure.isLasting
        since = earlier?.since ?? now
        pause = earlier.map { min($0.pause * 2, .seconds(1)) } ?? .milliseconds(50)
    }
}
#endif
