import SQL

/// One key that the database knows by its id: a wrapping key, or the index key.
struct WrappingKeyRow: Sendable {
    /// The use of the key.
    enum State: String, Sendable {
        /// The instances hold the key and do not use it yet.
        case distributed
        /// The key wraps new data keys. At most one key is in this state.
        case active
        /// The key unwraps data keys it has wrapped, and wraps no new ones.
        case decryptOnly
        /// No row needs the key any more; its file may be destroyed.
        case retired
        /// The key wraps nothing: the keys of keyed hashes and of cursors are derived from it (HKDF).
        case index
    }

    let id: String
    let state: State
    /// A known text sealed by the key, by which ``KeyCheck`` recognises the right key file.
    let canary: [UInt8]
}

extension WrappingKeyRow {
    init(_ row: Row) throws {
        id = try row.text(0)
        state = try row.enumValue(1)
        canary = try row.bytes(2)
    }
}

/// The statements on `vault_key(id)`: id, state and canary of each key. The keys themselves are in files.
enum WrappingKeyTable {
    static let selectAll = Statement("SELECT id, state, canary FROM vault_key ORDER BY id")

    /// Selects the id of the key that wraps new data keys.
    static let selectActive = Statement("SELECT id FROM vault_key WHERE state = 'active'")

    /// Inserts a key. Changes no row if the database already has this id, or, for a key in the state active or index,
    /// another key in the same state.
    static func insert(_ key: WrappingKeyRow) -> Statement {
        Statement(
            "INSERT INTO vault_key (id, state, canary) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", .text(key.id),
            .enumValue(key.state), .bytes(key.canary))
    }
}
