import Domain
import Primitives
import SQL

/// Statements on `notice`. The transaction has locked the account's row before it inserts, so that the numbers are
/// unique.
enum NoticeTable {
    /// The number of an account's notices that are kept. It bounds what a holder of a device or of the number can make
    /// the service store.
    static let kept = 200

    /// Records what happened, and deletes the oldest notices of the account that exceed ``kept``.
    /// - Parameter device: the device that it happened to, or that asked for it, with its name now.
    static func insert(
        _ kind: NoticeKind, about device: DeviceRecord?, until: Instant? = nil, of account: AccountID, at now: Instant
    ) -> [Statement] {
        [
            Statement(
                """
                INSERT INTO notice (account, ordinal, at, kind, device, device_name, until)
                VALUES ($1, (SELECT COALESCE(MAX(ordinal), 0) + 1 FROM notice WHERE account = $1), $2, $3, $4, $5, $6)
                """,
                .identifier(account), .instant(now), .enumValue(kind), .identifierOrNull(device?.id),
                .textOrNull(device?.name), .instantOrNull(until)),
            Statement(
                """
                DELETE FROM notice WHERE account = $1 AND ordinal <=
                    (SELECT MAX(ordinal) FROM notice WHERE account = $1) - $2
                """, .identifier(account), .int(kept)),
        ]
    }

    static func select(of account: AccountID) -> Statement {
        Statement(
            "SELECT \(NoticeRecord.columns) FROM notice WHERE account = $1 ORDER BY ordinal DESC",
            .identifier(account))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM notice WHERE account = $1", .identifier(account))
    }
}
