import SQL

extension VaultStore {
    /// What all accounts had stored together at the last ``measureUsage()``; nil before the first.
    public var usage: StoreUsage? { meter.measured }

    /// Measures what all accounts have stored together. It reads the head of every account.
    public func measureUsage() async throws {
        try await meter.measure {
            try await database.select(HeadTable.selectUsage).first.map(StoreUsage.init) ?? StoreUsage()
        }
    }

    /// True if all accounts together have as many bytes as the limit allows.
    var isFull: Bool { limits.bytesOfAllAccounts.map { meter.bytes >= $0 } ?? false }
}
