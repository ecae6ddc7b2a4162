import Primitives
import SQL

/// The statements on `vault_device(account, device)`, the last cursor that each device presented.
enum DeviceTable {
    /// Records a device's cursor and the time.
    static func acknowledge(_ acknowledgement: Acknowledgement) -> Statement {
        Statement(
            """
            INSERT INTO vault_device (account, device, last_seen, acked_epoch, acked_seq) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (account, device) DO UPDATE SET last_seen = $3, acked_epoch = $4, acked_seq = $5
            """, .identifier(acknowledgement.account), .identifier(acknowledgement.device),
            .instant(acknowledgement.at), .identifier(acknowledgement.cursor.epoch),
            .integer(acknowledgement.cursor.seq))
    }

    /// Selects the cursors of the devices of an account that were seen after a time.
    static func selectActive(since time: Instant, of account: AccountID) -> Statement {
        Statement(
            "SELECT acked_epoch, acked_seq FROM vault_device WHERE account = $1 AND last_seen > $2",
            .identifier(account), .instant(time))
    }

    /// Deletes up to `limit` devices of an account that were not seen after a time, and returns a row for each.
    static func deleteInactive(since time: Instant, of account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_device WHERE account = $1 AND device IN
            (SELECT device FROM vault_device WHERE account = $1 AND last_seen <= $2 ORDER BY device LIMIT $3)
            RETURNING device
            """, .identifier(account), .instant(time), .integer(limit))
    }

    /// Selects the earliest of the times at which the devices of an account were last seen; null if it has none.
    static func selectLongestUnseen(of account: AccountID) -> Statement {
        Statement("SELECT MIN(last_seen) FROM vault_device WHERE account = $1", .identifier(account))
    }

    /// Deletes the rows of an account.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_device WHERE account = $1", .identifier(account))
    }
}
