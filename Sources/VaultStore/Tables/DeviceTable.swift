import Primitives
import SQL

/// The statements on `vault_device(account, device)`, the last cursor that each device presented.
enum DeviceTable {
    /// Records a device's cursor and the time.
    static func acknowledge(
        _ cursor: PullCursor, by device: DeviceID, of account: AccountID, now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO vault_device (account, device, last_seen, acked_epoch, acked_seq) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (account, device) DO UPDATE SET last_seen = $3, acked_epoch = $4, acked_seq = $5
            """, .identifier(account), .identifier(device), .instant(now), .identifier(cursor.epoch),
            .integer(cursor.seq))
    }

    /// Deletes the rows of an account.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_device WHERE account = $1", .identifier(account))
    }
}
