import SQL

extension AuthStore {
    /// The canary of each key that the database was written with, by the key's name. Empty in a database that no version
    /// with canaries has opened yet.
    public func keyCanaries() async throws -> [String: [UInt8]] {
        try await database.select(KeyCanaryTable.selectAll).reduce(into: [:]) { try $0[$1.text(0)] = $1.bytes(1) }
    }

    /// Adds the canaries of keys that have none, and returns all.
    public func addMissing(canaries: [String: [UInt8]]) async throws -> [String: [UInt8]] {
        let sorted = canaries.sorted { $0.key < $1.key }
        return try await database.write { transaction in
            for (id, canary) in sorted {
                try transaction.run(KeyCanaryTable.insertIfAbsent(id, canary: canary))
            }
            return try transaction.run(KeyCanaryTable.selectAll).reduce(into: [:]) {
                try $0[$1.text(0)] = $1.bytes(1)
            }
        }
    }

    /// An account that has a number; nil if there is none.
    public func anyAccountWithNumber() async throws -> AccountRecord? {
        try await database.select(
            Statement("SELECT \(AccountRecord.columns) FROM account a WHERE a.phone_index IS NOT NULL LIMIT 1")
        ).first.map { try AccountRecord($0) }
    }
}
