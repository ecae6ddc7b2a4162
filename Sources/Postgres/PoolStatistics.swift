#if Postgres
/// The state of the connection pool for transactions at one moment.
public struct PoolStatistics: Sendable, Hashable {
    /// The most connections that may be open.
    public let size: Int
    /// Open connections.
    public let open: Int
    /// Connections that run a job.
    public let busy: Int
    /// Callers that wait for a connection.
    public let waiting: Int
}
#endif
