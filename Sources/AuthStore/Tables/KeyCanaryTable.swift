import SQL

/// Statements on `auth_key`. Each row holds a key's name and its canary: a value derived from the key, which shows
/// whether a key file holds the key that the database was written with.
enum KeyCanaryTable {
    static let selectAll = Statement("SELECT id, canary FROM auth_key ORDER BY id")

    /// Returns the canaries in the rows of ``selectAll`` by the keys' names.
    static func canaries(_ rows: [Row]) throws -> [String: [UInt8]] {
        try rows.reduce(into: [:]) { try $0[$1.text(0)] = $1.bytes(1) }
    }

    static func replace(_ id: String, canary: [UInt8]) -> Statement {
        Statement("UPDATE auth_key SET canary = $2 WHERE id = $1", .text(id), .bytes(canary))
    }

    static func insertIfAbsent(_ id: String, canary: [UInt8]) -> Statement {
        Statement(
            "INSERT INTO auth_key (id, canary) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(id), .bytes(canary))
    }
}
