import Primitives
import SQL

/// Statements on `device`.
extension Transaction {
    /// The device of a key on an account.
    func device(of account: AccountID, thumbprint: String) throws -> DeviceRecord? {
        try first(
            Statement(
                "SELECT \(DeviceRecord.columns) FROM device WHERE account = $1 AND thumbprint = $2", .id(account),
                .text(thumbprint))
        ).map { try DeviceRecord($0) }
    }

    /// Notes a device and its use; a key already known keeps its identifier. Returns the device.
    func noteDevice(
        _ id: DeviceID, of account: AccountID, thumbprint: String, publicKey: String, name: String?, at now: Instant
    ) throws -> DeviceRecord? {
        try first(
            Statement(
                """
                INSERT INTO device (account, id, thumbprint, public_key, name, admitted, ever_admitted, first_used,
                    last_used) VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $6)
                ON CONFLICT (account, thumbprint) DO UPDATE SET last_used = $6,
                    name = CASE WHEN CAST($7 AS BIGINT) = 1 THEN $5 ELSE device.name END
                RETURNING \(DeviceRecord.columns)
                """,
                .id(account), .id(id), .text(thumbprint), .text(publicKey), .text(name ?? ""), .at(now),
                .bool(name != nil))
        ).map { try DeviceRecord($0) }
    }

    /// Whether any device of the account was ever let in.
    func hasEverAdmitted(_ account: AccountID) throws -> Bool {
        try first(
            Statement("SELECT 1 FROM device WHERE account = $1 AND ever_admitted = 1 LIMIT 1", .id(account))) != nil
    }

    /// Lets a device in: from now on a right code is enough for it.
    func admitDevice(_ device: DeviceID, of account: AccountID) throws {
        try run(
            Statement(
                "UPDATE device SET admitted = 1, ever_admitted = 1 WHERE account = $1 AND id = $2", .id(account),
                .id(device)))
    }

    /// Shuts a device out: from now on it needs to be admitted like a new one.
    func shutOutDevice(_ device: DeviceID, of account: AccountID) throws {
        try run(
            Statement("UPDATE device SET admitted = 0 WHERE account = $1 AND id = $2", .id(account), .id(device)))
    }

    /// Shuts all devices of an account out.
    func shutOutDevices(of account: AccountID) throws {
        try run(Statement("UPDATE device SET admitted = 0 WHERE account = $1", .id(account)))
    }
}
