import Primitives
import SQL

/// The statements on `vault_read(account, device, hour)`, which counts the secrets that each device has read in an
/// hour.
enum ReadTable {
    private static let columns = "account, device, hour, n"

    static func add(_ count: Int64, in hour: DeviceHour) -> Statement {
        Statement(
            """
            INSERT INTO vault_read (account, device, hour, n) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account, device, hour) DO UPDATE SET n = vault_read.n + excluded.n
            """, .identifier(hour.account), .identifier(hour.device), .instant(hour.start), .integer(count))
    }

    /// Selects 1 if an hour began before the first time or after the second.
    static func selectEnded(before: Instant, after: Instant) -> Statement {
        Statement(
            "SELECT 1 FROM vault_read WHERE hour < $1 OR hour > $2 LIMIT 1", .instant(before), .instant(after))
    }

    /// Deletes at most `limit` of these rows, and returns them.
    static func deleteEnded(before: Instant, after: Instant, limit: Int) -> Statement {
        Statement(
            """
            DELETE FROM vault_read WHERE (account, device, hour) IN (
                SELECT account, device, hour FROM vault_read WHERE hour < $1 OR hour > $2
                ORDER BY account, device, hour LIMIT $3 {claim})
            RETURNING \(columns)
            """, .instant(before), .instant(after), .int(limit))
    }

    /// Deletes the rows of an account, and returns them.
    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_read WHERE account = $1 RETURNING \(columns)", .identifier(account))
    }

    /// Decodes a returned row.
    static func read(_ row: Row) throws -> (hour: DeviceHour, count: Int64) {
        let hour = DeviceHour(account: try row.identifier(0), device: try row.identifier(1), at: try row.instant(2))
        return (hour, try row.int(3))
    }
}
