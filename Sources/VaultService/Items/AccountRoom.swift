import VaultStore

/// What an account may still add, for a dry run. The operations of an hour are not foreseen.
struct AccountRoom {
    private let limits: StoreLimits
    private let isStoreFull: (_ added: Int64) -> Bool
    private var head: HeadRow
    /// The bytes of the items that were counted.
    private var added: Int64 = 0

    /// - Parameter isStoreFull: true if nothing can be added because of what all accounts have together, once so many more bytes
    ///   are added.
    init(_ head: HeadRow, _ limits: StoreLimits, isStoreFull: @escaping (_ added: Int64) -> Bool) {
        (self.head, self.limits, self.isStoreFull) = (head, limits, isStoreFull)
    }

    /// Counts a new item of so many bytes; returns the name of the limit that it would exceed, and does not count it then.
    /// The order of the limits is that of a push.
    mutating func add(bytes: Int) -> String? {
        if head.operations >= limits.operationsPerAccount { return "operationsPerAccount" }
        if bytes > limits.bytesPerBody { return "bytesPerBody" }
        if isStoreFull(added) { return "bytesOfAllAccounts" }
        if head.items >= limits.itemsPerAccount { return "itemsPerAccount" }
        if head.bytes + Int64(bytes) > limits.bytesPerAccount { return "bytesPerAccount" }
        if head.tombstones >= limits.tombstonesPerAccount { return "tombstonesPerAccount" }
        head.operations += 1
        head.items += 1
        head.bytes += Int64(bytes)
        added += Int64(bytes)
        return nil
    }
}
