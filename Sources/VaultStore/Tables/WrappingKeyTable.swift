import Primitives
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
    /// The time at which the key got its state; 0 until an instance has reported itself.
    var since = Instant(ms: 0)
}

extension WrappingKeyRow {
    init(_ row: Row) throws {
        id = try row.text(0)
        state = try row.enumValue(1)
        canary = try row.bytes(2)
        since = try row.instant(3)
    }
}

/// The statements on `vault_key(id)`: id, state and canary of each key. The keys themselves are in files.
enum WrappingKeyTable {
    static let selectAll = Statement("SELECT id, state, canary, since FROM vault_key ORDER BY id")

    /// The same rows, which stay as they are until the transaction ends.
    static let shareAll = Statement("SELECT id, state, canary, since FROM vault_key ORDER BY id {shareRow}")

    /// The same rows, locked until the transaction ends. No data key is wrapped meanwhile.
    static let lockAll = Statement("SELECT id, state, canary, since FROM vault_key ORDER BY id {lockRow}")

    /// As ``selectAll`` without the column of the time, which a database has only after all migrations.
    static let selectCanaries = Statement("SELECT id, state, canary, CAST(0 AS BIGINT) FROM vault_key ORDER BY id")

    private static let shareActive = Statement("SELECT id FROM vault_key WHERE state = 'active' {shareRow}")

    /// Returns the id of the key that wraps new data keys, and keeps it in this state until the transaction ends.
    ///
    /// A key becomes active or is retired only under the lock of ``lockAll``, so a row wrapped with the returned key is
    /// seen by whoever counts the rows of this key. PostgreSQL returns no row after it has waited for a transaction that
    /// made another key active; the next statement sees that key.
    static func shareActive(in transaction: any Transaction) throws -> String? {
        for _ in 0..<8 {
            if let id = try transaction.first(shareActive)?.text(0) { return id }
        }
        return nil
    }

    /// Inserts a key. Changes no row if the database already has this id, or, for a key in the state active or index,
    /// another key in the same state.
    static func insert(_ key: WrappingKeyRow) -> Statement {
        Statement(
            "INSERT INTO vault_key (id, state, canary) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", .text(key.id),
            .enumValue(key.state), .bytes(key.canary))
    }

    static func setState(_ state: WrappingKeyRow.State, of id: String, at now: Instant) -> Statement {
        Statement(
            "UPDATE vault_key SET state = $2, since = $3 WHERE id = $1", .text(id), .enumValue(state), .instant(now))
    }

    /// Gives a time to the keys that have none, because they were inserted at the start of an instance.
    static func setMissingTimes(to now: Instant) -> Statement {
        Statement("UPDATE vault_key SET since = $1 WHERE since = 0", .instant(now))
    }
}
