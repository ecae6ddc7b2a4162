import Audit
import Domain
import Primitives
import SQL

/// Statements on `notice`. The transaction has locked the account's row before it inserts, so that the numbers are
/// unique.
///
/// The number of an account's last notice is in the row of the account, so that it stays when the notices are deleted. An
/// older copy of the database has given out fewer numbers than devices may have seen. After one the numbers therefore go on
/// above half the seconds from 1970 to its beginning, which no account reaches by counting.
enum NoticeTable {
    /// The number of an account's notices that are kept, without those about children. It bounds what a holder of a device or of
    /// the number can make the service store.
    static let kept = 200
    /// The number of notices about children that are kept beside ``kept`` others. A child's device or another parent can
    /// cause any number of them; these never replace notices about the account itself.
    static let keptAboutChildren = 100
    private static let kindsAboutChildren =
        "(" + NoticeKind.allCases.filter(\.isAboutChild).map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"

    /// Records what happened, also in the audit log, and deletes the oldest notices of the account that exceed ``kept`` or
    /// ``keptAboutChildren``.
    /// - Parameters:
    ///   - device: the device that it happened to, or that asked for it, with its name now.
    ///   - child: the child that it concerns, in a notice to its parents or to itself.
    static func append(
        _ kind: NoticeKind, about device: DeviceRecord?, until: Instant? = nil, child: AccountID? = nil,
        of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws {
        try transaction.batch(insert(kind, about: device, until: until, child: child, of: account, at: now))
        if let audited = AuditKind(kind) {
            try transaction.audit(.init(audited, kind, account: account, device: device?.id, at: now))
        }
    }

    /// Gives a notice to a child and to its parents, and records it once in the audit log.
    static func appendToFamily(
        _ kind: NoticeKind, about device: DeviceRecord?, child: AccountID, parents: [AccountID], at now: Instant,
        in transaction: any Transaction
    ) throws {
        for parent in parents {
            try transaction.batch(insert(kind, about: device, child: child, of: parent, at: now))
        }
        try append(kind, about: device, child: child, of: child, at: now, in: transaction)
    }

    /// The statements that record a notice, without the audit log. The notice has the name of the child, because the deletion of
    /// the child deletes the name everywhere else.
    static func insert(
        _ kind: NoticeKind, about device: DeviceRecord?, until: Instant? = nil, child: AccountID? = nil,
        of account: AccountID, at now: Instant
    ) -> [Statement] {
        let isOfSameLimit = "kind \(kind.isAboutChild ? "" : "NOT ")IN \(kindsAboutChildren)"
        return [
            Statement(
                """
                UPDATE account SET last_notice = 1 + CASE WHEN last_notice > \(given) THEN last_notice ELSE \(given) END
                WHERE id = $1
                """, .identifier(account)),
            Statement(
                """
                INSERT INTO notice (account, ordinal, at, kind, device, device_name, until, child, child_name)
                VALUES ($1, (SELECT last_notice FROM account WHERE id = $1), $2, $3, $4, $5, $6, $7,
                    (SELECT name FROM child WHERE account = $7))
                """,
                .identifier(account), .instant(now), .enumValue(kind), .identifierOrNull(device?.id),
                .textOrNull(device?.name), .instantOrNull(until), .identifierOrNull(child)),
            Statement(
                """
                DELETE FROM notice WHERE account = $1 AND \(isOfSameLimit) AND ordinal <= (
                    SELECT ordinal FROM notice WHERE account = $1 AND \(isOfSameLimit)
                    ORDER BY ordinal DESC LIMIT 1 OFFSET $2)
                """, .identifier(account), .int(kind.isAboutChild ? keptAboutChildren : kept)),
        ]
    }

    /// The number above which the next one has to be, apart from the account's own: an instance of an earlier version
    /// may have stored a notice, and an older copy may have begun.
    private static let given = """
        (SELECT COALESCE(MAX(n), 0) FROM (
            SELECT MAX(ordinal) AS n FROM notice WHERE account = $1
            UNION ALL SELECT MAX(begun_at) / 2000 FROM older_copy) AS numbers)
        """

    static func select(of account: AccountID) -> Statement {
        Statement(
            "SELECT \(NoticeRecord.columns) FROM notice WHERE account = $1 ORDER BY ordinal DESC",
            .identifier(account))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM notice WHERE account = $1", .identifier(account))
    }
}
