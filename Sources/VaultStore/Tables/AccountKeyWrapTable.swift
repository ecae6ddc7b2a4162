import Primitives
import SQL

/// The statements on `vault_wrap(account, key_version, wrap_id)`, the wrapped keys of accounts that encrypt on their
/// devices.
enum AccountKeyWrapTable {
    private static let columns = "key_version, wrap_id, tag, wrapped, meta, updated_at, updated_by"

    static func select(_ account: AccountID) -> Statement {
        Statement(
            "SELECT \(columns) FROM vault_wrap WHERE account = $1 ORDER BY key_version, wrap_id",
            .identifier(account))
    }

    /// Inserts a wrap or replaces the one at its place.
    static func upsert(_ wrap: AccountKeyWrap, of account: AccountID) -> Statement {
        Statement(
            """
            INSERT INTO vault_wrap (account, \(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (account, key_version, wrap_id) DO UPDATE SET tag = $4, wrapped = $5, meta = $6, updated_at = $7,
            updated_by = $8
            """, .identifier(account), .integer(wrap.id.keyVersion), .text(wrap.id.wrapID), .bytes(wrap.tag),
            .bytes(wrap.wrapped), wrap.meta.map { .text($0) } ?? .null, .instant(wrap.updatedAt),
            .identifier(wrap.updatedBy))
    }

    static func delete(_ id: AccountKeyWrap.ID, of account: AccountID) -> Statement {
        Statement(
            "DELETE FROM vault_wrap WHERE account = $1 AND key_version = $2 AND wrap_id = $3", .identifier(account),
            .integer(id.keyVersion), .text(id.wrapID))
    }

    /// Deletes the rows of an account.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_wrap WHERE account = $1", .identifier(account))
    }
}

extension AccountKeyWrap {
    init(_ row: Row) throws {
        id = ID(keyVersion: try row.int(0), wrapID: try row.text(1))
        tag = try row.bytes(2)
        wrapped = try row.bytes(3)
        meta = try row.textOrNil(4)
        updatedAt = try row.instant(5)
        updatedBy = try row.identifier(6)
    }
}
