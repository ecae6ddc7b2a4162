import Foundation
import SQL

#if Postgres
import PostgresSupport
#endif

/// What an older version says to a database that a newer one has migrated: both run while instances are replaced.
public enum PreviousVersion {
    /// The statements of `Tests/Statements/STORE.sql` that a schema does not understand, with the reason.
    public static func misunderstood(_ store: String, on place: StorePlace) async throws -> [String] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = tests.appendingPathComponent("Statements/\(store).sql")
        let texts = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("--") }
        let database = try await place.open()
        var refused: [String] = []
        for text in texts.map(String.init) {
            do {
                switch place.engine {
                case .sqlite: try await explain(text, on: database)
                case .postgres: try prepare(text, at: place.address)
                }
            } catch {
                refused.append("\(text): \(error)")
            }
        }
        await database.close()
        return texts.isEmpty ? ["there is no statement in \(path.path)"] : refused
    }

    /// Compiles it and runs nothing.
    private static func explain(_ text: String, on database: any Database) async throws {
        let most = (1...99).last { text.contains("$\($0)") } ?? 0
        let statement = Statement("EXPLAIN " + text, values: Array(repeating: .null, count: most))
        _ = try await database.read { try $0.run(statement) }
    }

    private static func prepare(_ text: String, at address: String) throws {
        #if Postgres
        let console = try Console(address)
        try console.run("PREPARE previous AS " + Dialect.postgres.render(text))
        #endif
    }
}
