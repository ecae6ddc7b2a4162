import Primitives
import SQL

/// One row of `vault_dek`, as the background pass reads it that wraps data keys anew.
struct WrappedDEKRow: Sendable {
    let account: AccountID
    let version: Int64
    let wrapped: [UInt8]

    init(_ row: Row) throws {
        account = try row.identifier(0)
        version = try row.int(1)
        wrapped = try row.bytes(2)
    }
}

// The statements that find and change the data keys of one wrapping key.
extension DEKTable {
    /// Selects at most `limit` rows of a wrapping key in the order of account and version.
    ///
    /// - Parameter last: the last row of the page before; nil for the first page.
    static func select(wrappedBy kek: String, after last: WrappedDEKRow?, limit: Int) -> Statement {
        Statement(
            """
            SELECT account, version, wrapped FROM vault_dek WHERE kek = $1 AND (account, version) > ($2, $3)
            ORDER BY account, version LIMIT $4
            """, .text(kek), .bytes(last?.account.bytes ?? []), .integer(last?.version ?? 0), .int(limit))
    }

    /// Replaces the wrapped form of a data key, unless the row has changed since it was read.
    static func replace(_ row: WrappedDEKRow, of kek: String, with new: DEKRow) -> Statement {
        Statement(
            """
            UPDATE vault_dek SET kek = $5, wrapped = $6
            WHERE account = $1 AND version = $2 AND kek = $3 AND wrapped = $4
            """, .identifier(row.account), .integer(row.version), .text(kek), .bytes(row.wrapped), .text(new.kek),
            .bytes(new.wrapped))
    }

    static func count(wrappedBy kek: String) -> Statement {
        Statement("SELECT COUNT(*) FROM vault_dek WHERE kek = $1", .text(kek))
    }
}
