import SQL

/// Statements on `auth_key`: for each key that the database was written with, a value that only this key yields.
enum KeyCanaryTable {
    static let selectAll = Statement("SELECT id, canary FROM auth_key ORDER BY id")

    static func insertIfAbsent(_ id: String, canary: [UInt8]) -> Statement {
        Statement(
            "INSERT INTO auth_key (id, canary) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(id), .bytes(canary))
    }
}
