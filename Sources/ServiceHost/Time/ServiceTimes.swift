public import Primitives
public import SQL

/// What a service stores about time, for ``ClockWatch``.
public struct ServiceTimes: Sendable {
    let stored: StoredTime
    let reset: @Sendable (any Database, _ now: Instant, _ latest: Instant) async throws -> [String: Int]
    let notMended: [String]

    /// - Parameters:
    ///   - stored: the latest time of all instances.
    ///   - reset: sets the times that lie in the future back to the present one, except those of `stored` and of
    ///     `StoredTimeline`; returns the number of rows changed by table and column. It also gets the latest time by which
    ///     the service has judged.
    ///   - notMended: what a wrong clock may have caused and `reset` does not change, as clauses.
    public init(
        stored: StoredTime,
        reset: @escaping @Sendable (any Database, _ now: Instant, _ latest: Instant) async throws -> [String: Int],
        notMended: [String]
    ) {
        (self.stored, self.reset, self.notMended) = (stored, reset, notMended)
    }
}
