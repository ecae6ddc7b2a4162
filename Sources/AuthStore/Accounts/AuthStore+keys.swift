import SQL

extension AuthStore {
    /// Returns the canaries of the keys that the database was written with, by the keys' names. There are none before
    /// the first ``addMissing(canaries:)``.
    public func keyCanaries() async throws -> [String: [UInt8]] {
        try KeyCanaryTable.canaries(try await database.select(KeyCanaryTable.selectAll))
    }

    /// Adds the given canaries of those keys for which the database has none, and returns all canaries of the database.
    public func addMissing(canaries: [String: [UInt8]]) async throws -> [String: [UInt8]] {
        let sorted = canaries.sorted { $0.key < $1.key }
        return try await database.write { transaction in
            for (id, canary) in sorted {
                try transaction.run(KeyCanaryTable.insertIfAbsent(id, canary: canary))
            }
            return try KeyCanaryTable.canaries(try transaction.run(KeyCanaryTable.selectAll))
        }
    }

    /// Returns any account that has a phone number; nil if there is none.
    public func anyAccountWithNumber() async throws -> AccountRecord? {
        try await database.select(
            Statement("SELECT \(AccountRecord.columns) FROM account a WHERE a.phone_index IS NOT NULL LIMIT 1")
        ).first.map { try AccountRecord($0) }
    }
}
