import Primitives
import SQL

/// One wrapped data key of an account.
struct DEKRow: Sendable {
    /// The id of the wrapping key that encrypts the data key.
    let kek: String
    let wrapped: [UInt8]
}

extension DEKRow {
    init(_ row: Row) throws {
        kek = try row.text(0)
        wrapped = try row.bytes(1)
    }
}

/// The statements on `vault_dek(account, version)`, the wrapped data keys of each account.
///
/// Deleting a row makes every body that its key sealed undecryptable.
enum DEKTable {
    static func select(_ version: Int64, of account: AccountID) -> Statement {
        Statement(
            "SELECT kek, wrapped FROM vault_dek WHERE account = $1 AND version = $2", .identifier(account),
            .integer(version))
    }

    static func insert(_ key: DEKRow, version: Int64, of account: AccountID, now: Instant) -> Statement {
        Statement(
            "INSERT INTO vault_dek (account, version, kek, wrapped, created_at) VALUES ($1, $2, $3, $4, $5)",
            .identifier(account), .integer(version), .text(key.kek), .bytes(key.wrapped), .instant(now))
    }

    /// Deletes every data key of an account.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_dek WHERE account = $1", .identifier(account))
    }
}
