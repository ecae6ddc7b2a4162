import Primitives
import SQL

/// Statements on `device`.
enum AccountDeviceTable {
    /// The devices of an account in no order, with those that were never admitted.
    static func all(of account: AccountID, in transaction: any Transaction) throws -> [DeviceRecord] {
        try transaction.run(
            Statement("SELECT \(DeviceRecord.columns) FROM device WHERE account = $1", .identifier(account))
        ).map { try DeviceRecord($0) }
    }

    /// Inserts a device that is not admitted. If the account already has a device with this key, updates its last use,
    /// and its name if one is given. Returns the row, which keeps the earlier identifier if the key was known.
    static func upsert(
        _ id: DeviceID, of account: AccountID, thumbprint: String, publicKey: String, name: String?, at now: Instant,
        in transaction: any Transaction
    ) throws -> DeviceRecord? {
        try transaction.first(
            Statement(
                """
                INSERT INTO device (account, id, thumbprint, public_key, name, admitted, ever_admitted, first_used,
                    last_used) VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $6)
                ON CONFLICT (account, thumbprint) DO UPDATE SET last_used = $6,
                    name = CASE WHEN CAST($7 AS BIGINT) = 1 THEN $5 ELSE device.name END
                RETURNING \(DeviceRecord.columns)
                """,
                .identifier(account), .identifier(id), .text(thumbprint), .text(publicKey), .text(name ?? ""),
                .instant(now), .bool(name != nil))
        ).map { try DeviceRecord($0) }
    }

    /// True if any device of the account was ever admitted.
    static func hasEverAdmitted(_ account: AccountID, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement("SELECT 1 FROM device WHERE account = $1 AND ever_admitted = 1 LIMIT 1", .identifier(account))
        ) != nil
    }

    /// True if a device key is admitted on any account.
    static func isAdmitted(_ thumbprint: String, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement("SELECT 1 FROM device WHERE thumbprint = $1 AND admitted = 1 LIMIT 1", .text(thumbprint))
        ) != nil
    }

    /// Admits a device: from now on its login with a right code opens a `full` session.
    static func admit(_ device: DeviceID, of account: AccountID) -> Statement {
        Statement(
            "UPDATE device SET admitted = 1, ever_admitted = 1, suspended = 0 WHERE account = $1 AND id = $2",
            .identifier(account), .identifier(device))
    }

    /// Suspends a device: it is not admitted, and a hold that is cancelled admits it again.
    static func suspend(_ device: DeviceID, of account: AccountID) -> Statement {
        Statement(
            "UPDATE device SET admitted = 0, suspended = 1 WHERE account = $1 AND id = $2", .identifier(account),
            .identifier(device))
    }

    /// Withdraws a device's admission: at its next login it has to be admitted like a new one.
    static func withdrawAdmission(_ device: DeviceID, of account: AccountID) -> Statement {
        Statement(
            "UPDATE device SET admitted = 0, suspended = 0 WHERE account = $1 AND id = $2", .identifier(account),
            .identifier(device))
    }

    /// Withdraws the admission of every device of an account, or of every other device than one.
    static func withdrawAdmissions(of account: AccountID, exceptOf kept: DeviceID? = nil) -> Statement {
        Statement(
            "UPDATE device SET admitted = 0, suspended = 0 WHERE account = $1 AND id <> $2", .identifier(account),
            kept.map { .identifier($0) } ?? .bytes([]))
    }

    static func rename(_ device: DeviceID, of account: AccountID, to name: String) -> Statement {
        Statement(
            "UPDATE device SET name = $3 WHERE account = $1 AND id = $2", .identifier(account), .identifier(device),
            .text(name))
    }

    static func setLastUse(of device: DeviceID, of account: AccountID, at now: Instant) -> Statement {
        Statement(
            "UPDATE device SET last_used = $3 WHERE account = $1 AND id = $2", .identifier(account),
            .identifier(device), .instant(now))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM device WHERE account = $1", .identifier(account))
    }
}
