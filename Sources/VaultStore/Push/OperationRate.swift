import Primitives

/// The number of operations that an account has sent in the current hour. It is stored in the head row, so that it
/// counts the operations at all instances.
struct OperationRate: Sendable, Hashable {
    /// The time at which the hour began.
    private(set) var from: Instant
    private(set) var count: Int64

    init(from: Instant, count: Int64) { (self.from, self.count) = (from, count) }

    /// The time until the hour ends.
    func remaining(at now: Instant) -> Duration { from + .hours(1) - now }

    /// Counts operations at a time by the host's clock. The first ones after the end of an hour begin another.
    ///
    /// If the clock went back to before the beginning of the hour, another hour begins as well; otherwise a clock that
    /// was once far ahead would block the account.
    mutating func add(_ operations: Int, at now: Instant) {
        if now < from || now - from >= .hours(1) { self = OperationRate(from: now, count: 0) }
        count += Int64(operations)
    }
}
