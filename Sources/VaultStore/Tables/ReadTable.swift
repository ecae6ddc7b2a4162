import Primitives
import SQL

/// The statements on `vault_read(account, device, hour)` and `vault_backend_read(account, device, backend, hour)`, which
/// count the secrets that each device, and each backend with a token of the device, has read in an hour.
enum ReadTable: CaseIterable {
    case devices, backends

    private var name: String {
        switch self {
        case .devices: "vault_read"
        case .backends: "vault_backend_read"
        }
    }

    private var key: String {
        switch self {
        case .devices: "account, device, hour"
        case .backends: "account, device, hour, backend"
        }
    }

    /// The key and the count, in the order in which ``read(_:)`` decodes them.
    private var columns: String {
        switch self {
        case .devices: "account, device, hour, n"
        case .backends: "account, device, hour, n, backend"
        }
    }

    static func add(_ count: Int64, in hour: DeviceHour) -> Statement {
        guard let backend = hour.backend else {
            return Statement(
                """
                INSERT INTO vault_read (account, device, hour, n) VALUES ($1, $2, $3, $4)
                ON CONFLICT (account, device, hour) DO UPDATE SET n = vault_read.n + excluded.n
                """, .identifier(hour.account), .identifier(hour.device), .instant(hour.start), .integer(count))
        }
        return Statement(
            """
            INSERT INTO vault_backend_read (account, device, hour, n, backend) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (account, device, backend, hour) DO UPDATE SET n = vault_backend_read.n + excluded.n
            """, .identifier(hour.account), .identifier(hour.device), .instant(hour.start), .integer(count),
            .text(backend))
    }

    /// Selects 1 if an hour began before the first time or after the second.
    func selectEnded(before: Instant, after: Instant) -> Statement {
        Statement(
            "SELECT 1 FROM \(name) WHERE hour < $1 OR hour > $2 LIMIT 1", .instant(before), .instant(after))
    }

    /// Deletes at most `limit` of these rows, and returns them.
    func deleteEnded(before: Instant, after: Instant, limit: Int) -> Statement {
        Statement(
            """
            DELETE FROM \(name) WHERE (\(key)) IN (
                SELECT \(key) FROM \(name) WHERE hour < $1 OR hour > $2
                ORDER BY \(key) LIMIT $3 {claim})
            RETURNING \(columns)
            """, .instant(before), .instant(after), .int(limit))
    }

    /// Deletes the rows of an account, and returns them.
    func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM \(name) WHERE account = $1 RETURNING \(columns)", .identifier(account))
    }

    /// Decodes a returned row.
    func read(_ row: Row) throws -> (hour: DeviceHour, count: Int64) {
        let backend = self == .backends ? try row.text(4) : nil
        let hour = DeviceHour(
            account: try row.identifier(0), device: try row.identifier(1), backend: backend, at: try row.instant(2))
        return (hour, try row.int(3))
    }
}
