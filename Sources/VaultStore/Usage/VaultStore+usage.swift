import SQL

extension VaultStore {
    /// What all accounts had stored together at the last ``measureUsage()``; nil before the first.
    public var usage: StoreUsage? { meter.measured }

    /// Measures what all accounts have stored together. It reads the head of every account.
    public func measureUsage() async throws {
        try await meter.measure {
            let sums = try await database.select(HeadTable.selectUsage)
            guard let row = sums.first else { throw SQLFault.damagedRow("the sums of all accounts have no row") }
            return try StoreUsage(row)
        }
    }

    /// True if all accounts together have as many bytes as the limit allows.
    var isFull: Bool { isFull(after: 0) }

    /// True if all accounts together will have as many bytes as the limit allows, once so many more are added.
    public func isFull(after added: Int64) -> Bool {
        limits.bytesOfAllAccounts.map { meter.bytes + added >= $0 } ?? false
    }
}
