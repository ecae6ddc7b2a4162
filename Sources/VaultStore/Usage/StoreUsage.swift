import SQL

/// What all accounts of a vault have stored together, without purged accounts.
public struct StoreUsage: Sendable, Hashable {
    /// The number of accounts.
    public let accounts: Int64
    /// The number of secrets that are live or in the trash.
    public let items: Int64
    /// The number of bytes of their bodies, before encryption.
    public let bytes: Int64
    /// The number of bytes of the former bodies that are kept, before encryption.
    public let historyBytes: Int64
    /// The number of tombstones.
    public let tombstones: Int64
    /// The number of logged operations.
    public let operations: Int64

    init(_ row: Row) throws {
        (accounts, items, bytes) = (try row.int(0), try row.int(1), try row.int(2))
        (historyBytes, tombstones, operations) = (try row.int(3), try row.int(4), try row.int(5))
    }
}
