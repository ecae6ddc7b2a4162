#if Postgres
/// How the connections for transactions stand at one moment.
public struct PoolStatistics: Sendable, Hashable {
    /// How many there may be.
    public let size: Int
    /// How many are open.
    public let open: Int
    /// How many of those are at work.
    public let busy: Int
    /// How many callers wait for one.
    public let waiting: Int
}
#endif
