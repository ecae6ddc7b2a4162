import Primitives
import SQL

/// `vault_device(account, device)`: how far each device is known to have come; the cursor it presents is its
/// acknowledgement. Tombstones are purged only when every active device has seen them.
enum DeviceTable {
    static let definition = """
        CREATE TABLE vault_device (
            account BYTEA NOT NULL, device BYTEA NOT NULL, last_seen BIGINT NOT NULL, acked_epoch BYTEA NOT NULL,
            acked_seq BIGINT NOT NULL, PRIMARY KEY (account, device)
        ) {clustered}
        """

    /// Notes the place a device has come to, and that it was here.
    static func acknowledge(
        _ device: DeviceID, of account: AccountID, epoch: EpochID, seq: Int64, now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO vault_device (account, device, last_seen, acked_epoch, acked_seq) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (account, device) DO UPDATE SET last_seen = $3, acked_epoch = $4, acked_seq = $5
            """, .bytes(account.bytes), .bytes(device.bytes), .integer(now.ms), .bytes(epoch.bytes), .integer(seq))
    }

    /// Erases what is known of an account's devices.
    static func erase(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_device WHERE account = $1", .bytes(account.bytes))
    }
}
