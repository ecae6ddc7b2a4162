/// The numbers `vault.info` advertises, and the vault keeps.
public struct StoreLimits: Sendable, Hashable {
    /// Operations in one push.
    public var opsPerPush = 100
    /// Bytes of all bodies in one push.
    public var bytesPerPush = 1 << 20
    /// Bytes of one body, as it is stored.
    public var bytesPerBody = 64 << 10
    /// Secrets in one page of a pull.
    public var itemsPerPage = 500
    /// Bytes of all bodies in one page; a page always holds at least one secret.
    public var bytesPerPage = 1 << 20
    /// Secrets of one account, live or in the trash.
    public var itemsPerAccount: Int64 = 10_000
    /// Bytes of all bodies of one account, former versions not counted.
    public var bytesPerAccount: Int64 = 50 << 20

    /// The numbers of the design.
    public init() {}
}
