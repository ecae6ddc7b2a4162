import VaultStore

/// What an account may still add, for a dry run. The operations of an hour, and the limit of all accounts
/// together, are not foreseen.
struct AccountRoom {
    private let limits: StoreLimits
    private var head: HeadRow

    init(_ head: HeadRow, _ limits: StoreLimits) { (self.head, self.limits) = (head, limits) }

    /// Counts a new item of so many bytes; returns the name of the limit that it would exceed, and does not count it then.
    /// The order of the limits is that of a push.
    mutating func add(bytes: Int) -> String? {
        if head.operations >= limits.operationsPerAccount { return "operationsPerAccount" }
        if bytes > limits.bytesPerBody { return "bytesPerBody" }
        if head.items >= limits.itemsPerAccount { return "itemsPerAccount" }
        if head.bytes + Int64(bytes) > limits.bytesPerAccount { return "bytesPerAccount" }
        if head.tombstones >= limits.tombstonesPerAccount { return "tombstonesPerAccount" }
        head.operations += 1
        head.items += 1
        head.bytes += Int64(bytes)
        return nil
    }
}
