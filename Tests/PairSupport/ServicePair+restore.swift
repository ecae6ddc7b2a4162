import Primitives
import SQL
import StoreSupport
import Support

/// A copy of a database's rows, as an administrator's backup is.
package struct DatabaseCopy: Sendable {
    fileprivate let tables: [(name: String, rows: [[SQLValue]])]
}

extension ServicePair {
    /// Copies the vault's database.
    package func backUpVault() async throws -> DatabaseCopy {
        let names = try await vaultDatabase.tables().filter { $0 != "schema_migration" }
        return try await vaultDatabase.read { transaction in
            DatabaseCopy(
                tables: try names.map { ($0, try transaction.run(Statement("SELECT * FROM \($0)")).map(\.values)) })
        }
    }

    /// Puts a copy in the place of the vault's database and begins a new generation, as the command for restores does.
    package func restoreVault(_ copy: DatabaseCopy) async throws {
        try await vaultDatabase.write { [random, now = clock.wall.now] transaction in
            let number = try Generations.number(in: transaction)
            for (name, rows) in copy.tables {
                try transaction.run(Statement("DELETE FROM \(name)"))
                for values in rows {
                    let parameters = Statement.parameters(from: 1, count: values.count)
                    try transaction.run(Statement("INSERT INTO \(name) VALUES \(parameters)", values: values))
                }
            }
            // This process has seen the generation in force before; the one after the restore must be a later one.
            repeat {
                _ = try Generations.begin(random.id(), at: now, in: transaction)
            } while try Generations.number(in: transaction) <= number
        }
    }
}
