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
/// Deleting a row makes every body that its key sealed undecryptable. The column `former` is 1 for a key that seals no
/// new body any more, and `round` is the number of ``DataKeyRounds`` in which the key was made.
enum DEKTable {
    static func select(_ version: Int64, of account: AccountID) -> Statement {
        Statement(
            "SELECT kek, wrapped FROM vault_dek WHERE account = $1 AND version = $2", .identifier(account),
            .integer(version))
    }

    static func insert(_ key: DEKRow, version: Int64, of account: AccountID, now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_dek (account, version, kek, wrapped, created_at, round)
            VALUES ($1, $2, $3, $4, $5, \(DataKeyRounds.present))
            """,
            .identifier(account), .integer(version), .text(key.kek), .bytes(key.wrapped), .instant(now))
    }

    /// Deletes every data key of an account.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_dek WHERE account = $1", .identifier(account))
    }

    /// Marks the keys of an account that have a lower version as former ones.
    static func markFormer(below version: Int64, of account: AccountID) -> Statement {
        Statement(
            "UPDATE vault_dek SET former = 1 WHERE account = $1 AND version < $2", .identifier(account),
            .integer(version))
    }

    /// Deletes the former keys of an account that no body and no former body was sealed with.
    static func deleteUnneeded(of account: AccountID, below version: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_dek WHERE account = $1 AND former = 1 AND version < $2
            AND NOT EXISTS (SELECT 1 FROM vault_item i
            WHERE i.account = $1 AND i.dek_version = vault_dek.version AND i.sealed IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM vault_version v
            WHERE v.account = $1 AND v.dek_version = vault_dek.version)
            """, .identifier(account), .integer(version))
    }

    /// Selects at most `limit` accounts with a former key above an account, in their order.
    static func selectFormer(after account: AccountID?, limit: Int) -> Statement {
        Statement(
            "SELECT DISTINCT account FROM vault_dek WHERE former = 1 AND account > $1 ORDER BY account LIMIT $2",
            .bytes(account?.bytes ?? []), .int(limit))
    }

    static let countFormer = Statement("SELECT COUNT(*) FROM vault_dek WHERE former = 1")

    /// Selects round and account of at most `limit` keys of an earlier round than the present one, in this order.
    ///
    /// - Parameter last: the last row of the page before; nil for the first page.
    static func selectEarlier(after last: (round: Int64, account: AccountID)?, limit: Int) -> Statement {
        Statement(
            """
            SELECT round, account FROM vault_dek WHERE former = 0 AND round < \(DataKeyRounds.present)
            AND (round, account) > ($1, $2) ORDER BY round, account LIMIT $3
            """, .integer(last?.round ?? -1), .bytes(last?.account.bytes ?? []), .int(limit))
    }

    static let countEarlier = Statement(
        "SELECT COUNT(*) FROM vault_dek WHERE former = 0 AND round < \(DataKeyRounds.present)")

    /// Selects a row if the present key of an account is of an earlier round than the present one.
    static func selectIsEarlier(_ version: Int64, of account: AccountID) -> Statement {
        Statement(
            "SELECT 1 FROM vault_dek WHERE account = $1 AND version = $2 AND round < \(DataKeyRounds.present)",
            .identifier(account), .integer(version))
    }
}

/// The rounds in which the data keys of all accounts are renewed. The number of the present one is in the only row of
/// `vault_key_round`; a key of an earlier round waits for its renewal. No clock is involved.
enum DataKeyRounds {
    static let present = "(SELECT round FROM vault_key_round WHERE id = 1)"

    static let begin = Statement("UPDATE vault_key_round SET round = round + 1 WHERE id = 1")
}
