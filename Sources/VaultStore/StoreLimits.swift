/// The limits of the vault. `vault.info` publishes all but ``bytesPerPage`` and ``bytesOfAllAccounts``.
public struct StoreLimits: Sendable, Hashable {
    /// The highest number of operations in one push.
    public var opsPerPush = 100
    /// The highest number of bytes of all bodies in one push.
    public var bytesPerPush = 1 << 20
    /// The highest number of bytes of one body in its canonical form.
    public var bytesPerBody = 64 << 10
    /// The highest number of secrets in one page.
    public var itemsPerPage = 500
    /// The highest number of bytes of all bodies in one page. A page holds at least one secret, however large it is.
    public var bytesPerPage = 1 << 20
    /// The highest number of secrets of one account that are live or in the trash.
    public var itemsPerAccount: Int64 = 10_000
    /// The highest number of bytes of all current bodies of one account; former versions do not count.
    public var bytesPerAccount: Int64 = 50 << 20
    /// The number of tombstones of one account from which on no secret can be added.
    public var tombstonesPerAccount: Int64 = 20_000
    /// The highest number of logged operations of one account. Those of backends are refused from half of it on,
    /// whoever used that half. An item can be moved to the trash and deleted beyond it; these operations are logged too, at most
    /// two for each item that is there.
    public var operationsPerAccount: Int64 = 200_000
    /// The highest number of bytes of all former versions of one account. Beyond it the oldest versions are deleted.
    public var historyBytesPerAccount: Int64 = 100 << 20
    /// The highest number of operations that one account may send in an hour.
    public var operationsPerHour: Int64 = 20_000
    /// The highest number of operations that all backends with tokens of one account may send in an hour. They do not count
    /// as operations of the devices.
    public var backendOperationsPerHour: Int64 = 600
    /// The highest number of wrapped account keys of one account.
    public var wrapsPerAccount = 200

    /// The number of bytes of all current and former bodies of all accounts together from which on nothing can be added
    /// and no body can grow; nil for no limit. Each process measures the sum again and again
    /// (``VaultStore/measureUsage()``) and counts what it adds itself, so the sum can exceed the limit by what other
    /// processes add between two measurements.
    public var bytesOfAllAccounts: Int64?

    public init() {}
}
