import SQL

/// What all accounts of a vault have stored together, without purged accounts.
public struct StoreUsage: Sendable, Hashable {
    /// The number of accounts.
    public internal(set) var accounts: Int64
    /// The number of secrets that are live or in the trash.
    public internal(set) var items: Int64
    /// The number of bytes of their bodies, before encryption.
    public internal(set) var bytes: Int64
    /// The number of bytes of the former bodies that are kept, before encryption.
    public internal(set) var historyBytes: Int64
    /// The number of tombstones.
    public internal(set) var tombstones: Int64
    /// The number of logged operations.
    public internal(set) var operations: Int64

    init(_ row: Row) throws {
        (accounts, items, bytes) = (try row.int(0), try row.int(1), try row.int(2))
        (historyBytes, tombstones, operations) = (try row.int(3), try row.int(4), try row.int(5))
    }
}
