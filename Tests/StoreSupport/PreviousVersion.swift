import Foundation
import SQL

#if Postgres
import PostgresSupport
#endif

/// Checks that the statements of the previous version are still valid after the newest migration, because instances of
/// both versions run during an upgrade.
public enum PreviousVersion {
    /// Returns the statements of `Tests/Statements/STORE.sql` that the schema refuses, each with the error.
    public static func refusedStatements(_ store: String, on location: StoreLocation) async throws -> [String] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = tests.appendingPathComponent("Statements/\(store).sql")
        let texts = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("--") }
        let database = try await location.open()
        var refused: [String] = []
        for text in texts.map(String.init) {
            do {
                switch location.engine {
                case .sqlite: try await explain(text, on: database)
                case .postgres: try prepare(text, at: location.address)
                }
            } catch {
                refused.append("\(text): \(error)")
            }
        }
        await database.close()
        return texts.isEmpty ? ["there is no statement in \(path.path)"] : refused
    }

    /// Compiles the statement without running it.
    private static func explain(_ text: String, on database: any Database) async throws {
        let most = (1...200).last { text.contains("$\($0)") } ?? 0
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
