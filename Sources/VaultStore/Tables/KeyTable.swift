import SQL

/// `vault_key(id)`: which keys kept in files this database was written with, each with a canary only it can open.
///
/// The only table that is not an account's: a handful of rows.
enum KeyTable {
    /// What a key may be used for now.
    enum State: String, Sendable {
        /// Held by the instances, not yet used.
        case distributed
        /// Wraps new data keys; at most one.
        case active
        /// Opens what it wrapped, wraps nothing new.
        case decryptOnly
        /// No row needs it; its file may be destroyed.
        case retired
        /// Not a wrapping key: makes keyed hashes and signs cursors.
        case index
    }

    /// A key as the database knows it.
    struct Known: Sendable {
        let id: String
        let state: State
        let canary: [UInt8]
    }

    static let definitions = [
        """
        CREATE TABLE vault_key (
            id TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL CHECK (state IN ('distributed', 'active', 'decryptOnly', 'retired', 'index')),
            canary BYTEA NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX vault_key_active ON vault_key (state) WHERE state = 'active'",
        "CREATE UNIQUE INDEX vault_key_index ON vault_key (state) WHERE state = 'index'",
    ]

    /// Every key the database knows.
    static func all(in transaction: any Transaction) throws -> [Known] {
        try transaction.run(Statement("SELECT id, state, canary FROM vault_key ORDER BY id")).map {
            Known(id: try $0.text(0), state: try $0.value(1), canary: try $0.bytes(2))
        }
    }

    /// The id of the key that wraps new data keys.
    static func active(in transaction: any Transaction) throws -> String? {
        try transaction.run(Statement("SELECT id FROM vault_key WHERE state = 'active'")).first.map { try $0.text(0) }
    }

    /// Notes a new key, unless another instance has by now noted it or one in its place.
    static func insert(_ key: Known) -> Statement {
        Statement(
            "INSERT INTO vault_key (id, state, canary) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", .text(key.id),
            .text(key.state.rawValue), .bytes(key.canary))
    }
}
